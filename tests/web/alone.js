// In every page of a test of the site without a server: bots that do not seem to think, and what is kept, to be read.
// A page that was closed and comes again has other luck (lucky.js).
{
    const lives = (localStorage.lives = 1 + Number(localStorage.lives ?? 0))
    window.Worker = class extends Worker { // subject: in place of it
        constructor(address, options) {
            super(address, { ...options, name: String(lives) })
        }
    }
}
{
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (said) {
        post.call(this, said)
        if (said?.call !== 'connect') return
        post.call(this, { call: 'hear', socket: said.socket, text: '{"t":"settings","pause":0}' })
    }
}

const settled = (request) => new Promise((done, failed) => ((request.onsuccess = () => done(request.result)), (request.onerror = failed)))

// The table that is shown: what is kept of it.
window.keptTable = async () => {
    const base = await settled(indexedDB.open('polychrome'))
    const look = base.transaction(['tables', 'entries'])
    const id = location.hash.slice(4)
    const [table, entries] = await Promise.all([
        settled(look.objectStore('tables').get(id)),
        settled(look.objectStore('entries').getAll(IDBKeyRange.bound([id, 0], [id, Infinity]))),
    ])
    base.close()
    return { table, entries }
}

// How much of all that was played is in this browser.
window.keptHere = async () => {
    const results = ['finished', 'puzzles'].map((name) => `polychrome.${name}`).filter((name) => name in localStorage)
    const found = await indexedDB.databases()
    if (!found.some(({ name }) => name === 'polychrome')) return { tables: 0, entries: 0, results }
    const base = await settled(indexedDB.open('polychrome'))
    const look = base.transaction(['tables', 'entries'])
    const many = ['tables', 'entries'].map((store) => settled(look.objectStore(store).count()))
    const [tables, entries] = await Promise.all(many)
    base.close()
    return { tables, entries, results }
}

// Somebody in a hurry: touches whatever can be touched, by a luck of their own, and looks for as long as they like. A tile
// that was taken up is laid. How often they look before they find something depends on the machine, and their luck with
// it: so the first word is written and handed in without any.
const FIRST = ['button.eye:not([disabled]):not([data-target])', '.place.armed', '.place', '.armed', '[data-onward]']
const SHORT_WORDS = ['at', 'no', 'ten', 'sea', 'tree']
window.hurry = () => {
    if (document.querySelector('.verdict')) return 'over'
    dispatchEvent(new PointerEvent('pointerdown'))
    clock.breathe()
    const sending = !window.handedIn && document.querySelector('.send:not(:disabled)')
    if (sending) {
        window.handedIn = true
        sending.click()
        return 'touched'
    }
    const all = [...FIRST, '[data-target], .send:not(:disabled)'].map((which) => [...document.querySelectorAll(which)])
    const node = oneOf(all.find((nodes) => nodes.length) ?? [])
    const blank = document.querySelector('.send:disabled') && !document.querySelector('[role=gridcell][aria-selected=true]')
    if (blank && (!window.handedIn || oneOf([true, true, false]))) return write(oneOf(SHORT_WORDS))
    node?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return node ? 'touched' : ''
}

// By the keys of the page, which choose the place.
const write = (word) => {
    for (const key of word) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    touches++
    return 'touched'
}

// The text behind a download.
window.downloaded = () => {
    const link = document.querySelector('a[download]')
    link.closest('details').open = true
    const made = URL.createObjectURL
    return new Promise((done) => {
        URL.createObjectURL = (blob) => (void blob.text().then(done), made(blob))
        link.click()
    })
}
