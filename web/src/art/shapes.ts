// The outlines of pieces. One light falls from the top left; thickness shows below.

export interface Shape {
  w: number
  h: number
  deep: number
  path: string
}

const round = (w: number, h: number, r: number): string =>
  `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}` +
  `A${r} ${r} 0 0 1 ${w - r} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0z`

const circle = (r: number): string => `M0 ${r}A${r} ${r} 0 1 1 ${2 * r} ${r}A${r} ${r} 0 1 1 0 ${r}z`

function fluted(r: number, bumps = 18): string {
  const bend = ((r * Math.PI) / bumps) * 0.85
  const at = (i: number): string => {
    const angle = (2 * Math.PI * i) / bumps
    return `${(r + (r - 1.5) * Math.sin(angle)).toFixed(2)} ${(r - (r - 1.5) * Math.cos(angle)).toFixed(2)}`
  }
  const arc = (i: number): string => `A${bend.toFixed(2)} ${bend.toFixed(2)} 0 0 1 ${at(i)}`
  return `M${at(0)}${Array.from({ length: bumps }, (_, i) => arc(i + 1)).join('')}z`
}

const PAWN = 'M18 22A12.500 12.500 0 1 1 32 22Q32 40 47 55V61Q47 66 42 66H8Q3 66 3 61V55Q18 40 18 22z'

export function shape(kind: string, fields: number): Shape {
  if (kind === 'disc') return { w: 64, h: 64, deep: 4, path: circle(32) }
  if (kind === 'cap') return { w: 64, h: 64, deep: 4, path: fluted(32) }
  if (kind === 'pawn') return { w: 50, h: 66, deep: 3, path: PAWN }
  if (kind === 'tile')
    return { w: 46 * Math.max(1, fields), h: 46, deep: 4, path: round(46 * Math.max(1, fields), 46, 8) }
  return { w: 72, h: 100, deep: 3, path: round(72, 100, 10) }
}
