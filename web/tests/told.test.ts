import { describe, expect, it } from 'vitest'
import { Ears } from '../src/told'
import type { Frame, Piece, Scene } from '../src/wire'
import { Words } from '../src/words'
import english from '../../src/polychrome/locales/en.json'

const ears = (textures = false) => new Ears(new Words('en', english, ['fox', 'owl'], textures), Object.assign(['Fox', 'Owl'], { you: 0 }))

const down = (at: number): Piece => ({ id: `disc${at}`, shape: 'disc', label: ['colomo.disc_down', { place: `A${at + 1}` }], up: false, at })
const red = (at: number): Piece => ({ id: `disc${at}`, shape: 'disc', label: ['colomo.disc', { place: `A${at + 1}`, colour: 'R' }], colours: ['red'], fresh: true, at })

function frame(pieces: Piece[], more: Partial<Scene> = {}, rest: Partial<Frame> = {}): Frame {
  const scene: Scene = {
    game: 'ronde',
    places: [0, 1].map((seat) => ({ seat, score: 0, acting: seat === 0 })),
    zones: [{ id: 'table', kind: 'grid', label: ['colomo.table', {}], pieces }],
    status: ['scene.turn', { seat: 0 }],
    prompt: ['ronde.prompt.flip', {}],
    ...more,
  }
  return { t: 'frame', viewer: 0, length: 1, question: 1, told: [], scene, ...rest }
}
const texts = (now: Frame, before: Frame | null, textures = false) => ears(textures).frame(now, before).map((one) => one.text)
const turned = frame([red(0), down(1)], { news: [['colomo.news.turned_up', { seat: 0, places: ['A1'] }]], prompt: ['colomo.prompt.one_more', {}] }, { question: 2 })

describe('what ears are told', () => {
  it('whoever comes hears whose turn it is and what to do', () => {
    expect(texts(frame([down(0), down(1)]), null)).toEqual(['Your turn.', 'Turn up two discs.'])
  })

  it('a disc that is turned up has a colour, said once', () => {
    expect(texts(turned, frame([down(0), down(1)]))).toEqual(['You turned up A1.', 'A1 (red).', 'Turn up one more disc.'])
    expect(texts({ ...turned, scene: { ...turned.scene, news: [] } }, turned)).toEqual([])
  })

  it('patterns are named where colours are not', () => {
    expect(texts(turned, frame([down(0), down(1)]), true)[1]).toBe('A1 (crosses).')
  })

  it('what is covered is not said again', () => {
    const said = ears().frame(turned, frame([down(0), down(1)]))
    expect(ears().still(said, turned.scene)).toEqual(said)
    expect(ears().still(said, frame([down(0), down(1)]).scene).map((one) => one.text)).toEqual(['You turned up A1.', 'Turn up one more disc.'])
    expect(ears().open(turned)[0]!.text).toBe('Discs: A1 (red).')
    expect(ears().open(frame([down(0)]))[0]!.text).toBe('Nothing lies open.')
  })

  it('a turn that is passed over is said', () => {
    const owing = frame([], { places: [0, 1].map((seat) => ({ seat, score: 2, acting: !seat, notes: seat ? [['colomo.note.sits_out', {}]] : [] })) })
    expect(texts(frame([]), owing)).toEqual(['Owl sits out this turn.'])
    expect(ears().standing(owing).map((one) => one.text)).toEqual(['Fox: 2 points.', 'Owl: 2 points; sits out the next turn.', 'Your turn.'])
  })
})
