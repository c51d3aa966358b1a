// In the page, before its own scripts: the test says what a server would, and looks where everything lies that hands can touch.

// A socket with the test at its other end; whatever is played there leads to nothing.
window.WebSocket = class {
    static OPEN = 1
    readyState = 0
    constructor() {
        window.wire = this
        queueMicrotask(() => {
            this.readyState = 1
            this.onopen?.()
        })
    }
    send(text) {
        const said = JSON.parse(text)
        if (said.t === 'ping') hear({ t: 'pong' })
        if (said.t === 'weigh') window.asked = said.id
    }
    close() {}
}
const hear = (message) => wire.onmessage({ data: JSON.stringify(message) })

// What is loaded when it is first needed.
const LATE = {
    '.sheet': ({ zones }) => zones.some(({ pieces }) => pieces?.[0]?.shape === 'cell'),
    '.field .tile': ({ zones }) => zones.some(({ kind }) => kind === 'field'),
    '.writer': ({ composer }) => composer,
    '.end': ({ over }) => over,
}

// A position, drawn and measured.
window.show = async ({ room, frame }) => {
    hear(room)
    hear(frame)
    dispatchEvent(new PointerEvent('pointerdown')) // shown at once
    for (const [node, wanted] of Object.entries(LATE)) while (wanted(frame.scene) && !document.querySelector(node)) await drawn()
    await rest()
}

// Until two pictures are the same: sizes are measured while the page draws, after whoever awaits that picture has been
// called, and what depends on them comes with the next. So pictures are compared that lie two apart.
async function rest() {
    const boxes = () => [...document.querySelectorAll('.board, [data-target], .zone')].map((node) => Object.values(node.getBoundingClientRect().toJSON()).join()).join(';')
    const picture = () => new Promise(requestAnimationFrame)
    for (let before = ''; before !== (before = boxes()); await picture()) await picture()
}

const TARGETS = '.page :is(button:not(:disabled), a, input, select, [role=gridcell])'
const name = (node) => node.dataset.target ?? (node.dataset.cell ? `cell ${node.dataset.cell}` : node.getAttribute('aria-label') ?? node.textContent.trim())

// Does the window allow that all targets like this one lie so far apart? A board has two fifths of it; a ring runs along
// its shorter side, and where words are written there are keys beside the sheet, ten in a row.
function allowed(node, apart) {
    const [across, all] = [Math.min(innerWidth, innerHeight), innerWidth * innerHeight]
    if (node.closest('[role=grid]')) return (49 + 30) * apart ** 2 < 0.4 * all
    if (node.closest('.sheet')) return 8 * apart < 0.9 * across // seven cells and a star in a row
    if (node.closest('.keys')) return 10 * apart < (innerWidth > innerHeight ? innerWidth - innerHeight : innerWidth)
    const own = node.closest('.own .tray') // in one line, with what lies between
    if (own) return own.querySelectorAll('li').length * apart < 0.9 * innerWidth
    const seats = node.closest('.seats')
    if (seats && !node.dataset.target) return seats.children.length * apart < 0.9 * across
    const row = node.closest('.buttons')
    if (row && apart > 44) return row.children.length * apart < innerWidth
    const zone = node.closest('.grid, .ring')
    const places = zone?.querySelectorAll('li').length ?? 1
    return zone?.matches('.ring') ? places * apart < 3.4 * across : places * apart ** 2 < 0.4 * all
}

// Every target that cannot be touched as it lies: [name, why].
window.outOfReach = (enough, least = 40) => {
    const field = document.querySelector('.field')?.getBoundingClientRect()
    const bar = document.querySelector('.field > .bar')?.getBoundingClientRect().bottom // where the bag lies, beside the field
    const sees = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
    const within = ([x, y], box) => x > box.left && x < box.right && y > box.top && y < box.bottom
    const found = [...document.querySelectorAll(TARGETS)]
        .filter((node) => !node.closest('.end') && node.getClientRects().length) // the points come after the game: they may be scrolled to
        .map((node) => ({ node, box: node.getBoundingClientRect() }))
        .map(({ node, box }) => ({ node, box, middle: [box.x + box.width / 2, box.y + box.height / 2] }))
        .filter(({ node, middle }) => !node.matches('.place') || (within(middle, field) && middle[1] > bar)) // a field pans
    const wrong = []
    for (const { node, box, middle } of found) {
        const hit = sees(middle) && document.elementFromPoint(...middle)
        const own = hit && (node.contains(hit) || (node.matches('.place') ? hit.closest('.field') && !hit.closest('.tools, .bar') : hit.closest('label')?.contains(node)))
        if (!hit) wrong.push([name(node), `outside, at ${middle.map(Math.round)}`])
        else if (!own) wrong.push([name(node), `covered by ${hit.closest('[class]').className}`])
        if (node.matches('.place, label input')) continue // a finger means the nearest one
        const apart = found.filter((other) => other.node !== node).map((other) => Math.hypot(...middle.map((at, i) => at - other.middle[i])))
        const size = Math.min(box.width, box.height, ...apart)
        const wanted = !allowed(node, enough) ? 24 : node.dataset.target ? least : 40
        if (size < wanted - 0.5) wrong.push([name(node), `only ${size.toFixed(0)} pixels of ${wanted}`])
    }
    return wrong.concat(cutOff(), hiddenPoints(), hiddenFaces(), hiddenFacts())
}

// What is known of the table, where a piece or a question lies upon it: [words, why].
function hiddenFacts() {
    const lines = [...document.querySelectorAll('.facts li')].filter((node) => node.getClientRects().length)
    return lines.flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        const spots = [...range.getClientRects()].flatMap(({ left, right, top, bottom }) =>
            [left + 2, (3 * left + right) / 4, (left + right) / 2, (left + 3 * right) / 4, right - 2].flatMap((x) => document.elementsFromPoint(x, (top + bottom) / 2)),
        )
        const upon = spots.find((spot) => spot.closest('.ask, .piece'))
        return upon ? [[node.textContent, `covered by ${upon.closest('[class]').getAttribute('class')}`]] : []
    })
}

// Heads that something else lies upon: [whose, why]. In a crowd they alone tell who is who.
function hiddenFaces() {
    const heads = [...document.querySelectorAll('.seats .head')].map((node) => [node, node.getBoundingClientRect()]).filter(([, { width }]) => width)
    return heads.flatMap(([node, { x, y, width, height }]) => {
        const upon = document.elementFromPoint(x + width / 2, y + height / 2)
        const free = !upon || upon.closest('.small, .touch') || node.contains(upon)
        return free ? [] : [[node.closest('.seat').textContent.trim().slice(0, 30), `face covered by ${upon.closest('[class]').getAttribute('class')}`]]
    })
}

// Points that something else lies upon: [whose, why]. A key that lets a bot play may, and what is touched shows them.
function hiddenPoints() {
    const points = [...document.querySelectorAll('.seats .score b')].map((node) => [node, node.getBoundingClientRect()]).filter(([, { width }]) => width)
    return points.flatMap(([node, { x, y, width, height }]) => {
        const upon = document.elementFromPoint(x + width / 2, y + height / 2)
        const free = !upon || upon.closest('.score, .small, .touch') || upon.contains(node)
        return free ? [] : [[node.closest('.seat').textContent.trim().slice(0, 30), `points covered by ${upon.closest('[class]').className}`]]
    })
}

// What lies before the others, and what they have written, is in sight as a whole: [where, why]. It may scroll, for keys,
// too, only where not even so small sheets have room with the name and two lines of a word below them, three in a row, and
// where somebody holds so many tiles for all to see.
const SMALL_SHEET = 56 + 62
const MANY_TILES = 12
function cutOff() {
    const crowded = (node) =>
        Math.ceil(node.querySelectorAll('figure').length / 3) * SMALL_SHEET > node.clientHeight ||
        [...node.querySelectorAll('.seat')].some((seat) => seat.querySelectorAll('.tile:not(.down)').length > MANY_TILES)
    return [...document.querySelectorAll('.seats, .sheets')]
        .map((node) => [node, node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight])
        .filter(([node, across, down]) => Math.max(across, down) > 1 && getComputedStyle(node).overflowY !== 'visible')
        .filter(([node, across]) => across > 1 || node.tabIndex !== 0 || !crowded(node))
        .map(([node, across, down]) => [node.classList[0], `${across} pixels too wide, ${down} too high`])
}

// Where everything lies that a board is made of, by its name: discs that are taken leave gaps, a pile ends, and nothing
// else moves.
const places = () => {
    const box = (node) => (({ x, y, width, height }) => [x, y + scrollY, width, height].map(Math.round))(node.getBoundingClientRect())
    const zones = [...document.querySelectorAll('.board .zone:is(.grid, .ring, .row, .line, .pile)')].filter((node) => node.getClientRects().length && (!node.matches('.pile') || node.querySelector('.piece')))
    return { board: box(document.querySelector('.board')), ...Object.fromEntries(zones.map((node) => [node.dataset.zone, box(node)])) }
}

// All positions one after the other, with the first touch or two of each decision: what is out of reach, and where the
// board and its parts lay.
window.lookedThrough = async (positions, enough, least) => {
    hear({ t: 'curtain', seat: 0 }) // nothing of the last size stays
    const found = []
    const note = (phase) => found.push({ phase, targets: document.querySelectorAll('[data-target]').length, wrong: outOfReach(enough, least), places: places() })
    for (const position of positions) {
        await show(position)
        note(position.phase)
        for (let touched = 1; touched < 3; touched++) {
            const before = document.querySelectorAll('.armed').length
            const target = document.querySelector('[data-target]:not(.armed)')
            if (!target || !position.frame.scene.choices?.length) break
            target.click()
            await rest()
            if (!document.querySelector('[data-target]') || document.querySelectorAll('.armed').length < before) break
            note(`${position.phase}, touched ${touched}`)
        }
    }
    return found
}

// Where every key lies that a word is written and handed in with.
const keys = () => {
    const found = {}
    for (const group of ['.wishes .tick', '.keys button', '.typing input', '.do button'])
        document.querySelectorAll(`.writer ${group}`).forEach((node, at) => {
            const { x, y, width, height } = node.getBoundingClientRect()
            found[`${group} ${at + 1}`] = [x, y, width, height].map(Math.round)
        })
    return found
}

// A word is written, weighed, doubted and all but handed in; one that was left before may lie there: all keys, each time.
window.writtenOut = async (position, word, answers) => {
    hear({ t: 'curtain', seat: 0 })
    sessionStorage.clear()
    let found = []
    const note = async (phase) => (await rest(), found.push({ phase, places: keys() }))
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const weighed = async () => {
        for (const [phase, answer] of answers) {
            hear({ t: 'weighed', id: window.asked, ...answer })
            await note(phase)
        }
    }
    const question = async () => {
        while (!window.asked) await drawn()
        await note('asked')
    }
    await show(position)
    await note('empty')
    window.asked = null
    for (const letter of word) {
        press(letter)
        await note(`${letter} written`)
    }
    await question()
    await weighed()
    window.asked = null
    document.querySelector('.send').click()
    await note('about to hand in')
    await question()
    await weighed()
    const { scene } = position.frame
    await show({ ...position, frame: { ...position.frame, scene: { ...scene, composer: { ...scene.composer, keep: 'next' } } } })
    const [round, offered] = [found, (found = [])]
    await note('offered')
    press('F')
    await note('something else written')
    press('Backspace')
    await note('nothing written')
    document.querySelector('.offer').click()
    found = round
    await note('taken up again')
    return [round, offered]
}
