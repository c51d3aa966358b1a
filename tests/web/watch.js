// In the page, before its own scripts: `frames_` keeps what came, `leaks` what a scan after each frame has found.
window.frames_ = []
window.leaks = []
window.scans = 0
window.lately = new Set() // colours in the news and notes of frames that were shown, and told to ears, in one moment with the last
let [before, since] = [0, 0] // the first frames of the last two scans
// `HEX`, the colours by their numbers, comes from the palette.
const NAMES = 'red orange yellow green blue violet'.split(' ')
const LETTERS = { R: 'red', O: 'orange', Y: 'yellow', G: 'green', B: 'blue', V: 'violet' }
const COLOUR = new RegExp('\\b(' + NAMES.join('|') + ')\\b|' + Object.keys(HEX).join('|'), 'gi')
const coloursIn = (text) => [...text.matchAll(COLOUR)].map(([hit]) => HEX[hit.toLowerCase()] ?? hit.toLowerCase())

// Colours that messages speak of: as arguments, or in their keys (colomo.discs.R).
function spokenOf(messages) {
    const found = new Set()
    for (const [key, args] of messages) {
        const letter = key.split('.').at(-1)
        if (LETTERS[letter]) found.add(LETTERS[letter])
        for (const [name, value] of Object.entries(args))
            if (name.startsWith('colour')) for (const one of [value].flat()) found.add(LETTERS[one] ?? one)
    }
    return found
}

window.scan = (frame) => {
    const { scene } = frame
    const up = new Map()
    for (const zone of scene.zones)
        for (const piece of zone.pieces ?? []) if (piece.up ?? true) up.set(piece.id, piece.colours ?? [])
    const waiting = new Map(scene.zones.map((zone) => [zone.id, zone.colours ?? []])) // for which gaps wait
    const offered = new Set((scene.buttons ?? []).flatMap((button) => button.colours ?? []))
    const notes = scene.zones.map((zone) => zone.note)
    const sentences = [scene.status, scene.prompt, ...(scene.news ?? []), ...((scene.over && scene.why) || []), ...(scene.facts ?? []), ...notes].filter(Boolean)
    const said = spokenOf(sentences)
    const meant = spokenOf((scene.choices ?? []).map((choice) => choice.label))
    const all = scene.zones.flatMap((zone) => zone.pieces ?? [])
    const edges = new Set(all.filter((piece) => piece.shape === 'spot').flatMap((piece) => piece.colours ?? []))
    const may = (node, colour) => {
        const piece = node.closest('[data-piece]')
        if (piece) return (up.get(piece.dataset.piece) ?? []).includes(colour)
        const face = node.closest('[data-face]') // said to ears of a piece that lies open
        if (face) return (up.get(face.dataset.face) ?? []).includes(colour)
        if (node.closest('.wears')) return true // the colour of a seat
        if (node.closest('.ghost')) return (waiting.get(node.closest('.zone')?.dataset.zone) ?? []).includes(colour)
        if (node.closest('.confetti')) return scene.over // joy, in the colours of the winners
        if (node.closest('.spot')) return edges.has(colour)
        if (node.closest('.buttons, .sign')) return offered.has(colour) || meant.has(colour)
        if (node.closest('.touch')) return meant.has(colour) || (up.get(node.dataset.target) ?? []).includes(colour)
        if (node.closest('[aria-live]') && lately.has(colour)) return true
        return said.has(colour) || (!!node.closest('.say, [aria-live]') && meant.has(colour)) // what a second tap would do
    }
    const found = []
    for (const node of document.querySelectorAll('body *')) {
        if (node.closest('defs')) continue // every colour there is: the paint box
        const texts = [...node.attributes].map((attribute) => attribute.value)
        for (const child of node.childNodes) if (child.nodeType === 3) texts.push(child.data)
        for (const text of texts)
            for (const colour of coloursIn(text)) if (!may(node, colour)) found.push(`${colour} in <${node.tagName}> ${text.slice(0, 80)}`)
    }
    for (const store of [sessionStorage, localStorage])
        for (const key of Object.keys(store)) if (coloursIn(store.getItem(key)).length) found.push(`kept: ${key}`)
    return found
}

window.PlainSocket = WebSocket // for the tests' own messages
window.WebSocket = class extends WebSocket {
    constructor(...address) {
        super(...address)
        this.addEventListener('message', (event) => {
            const message = JSON.parse(event.data)
            if (message.t !== 'frame') return
            frames_.push(message)
            setTimeout(() => { // subject: after the page's own listener
                if (frames_.at(-1) !== message) return
                dispatchEvent(new PointerEvent('pointerdown')) // what still waits to be shown is shown at once
                scans += 1
                lately = spokenOf(frames_.slice(before).flatMap(({ scene }) => [...(scene.news ?? []), ...scene.zones.flatMap((zone) => (zone.note ? [zone.note] : []))]))
                ;[before, since] = [since, frames_.length]
                for (const leak of scan(message)) leaks.push(`after ${message.length} lines: ${leak}`)
            }, 0)
        })
    }
}
