// Somebody at a table of discs, in the page: where to touch next, and how arrows lead there.

// A person who remembers what lay open, so that games end before the night does.
window.memory = {}
window.REMEMBER = () => {
    for (const { dataset } of document.querySelectorAll('[data-piece^=disc][data-look]'))
        if (dataset.look !== 'back') memory[dataset.piece] = dataset.look.split(' ')[1]
}

window.WHERE = (byKey) => {
    const put = (node, kind) => {
        node.scrollIntoView({ block: 'nearest' })
        const box = node.getBoundingClientRect()
        return { kind, target: node.dataset.target ?? '', x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    dispatchEvent(new PointerEvent('pointerdown'))
    REMEMBER()
    if (document.querySelector('.verdict')) return { kind: 'over' }
    if (!window.player && !atRest()) return { kind: 'wait' } // real fingers go where it was
    const eye = document.querySelector('button.eye:not([disabled]):not([data-target])')
    if (eye && document.querySelector('h1').textContent !== 'Blackout') return put(eye, 'eye') // there the clock covers
    const armed = document.querySelector('.armed')
    if (armed) return put(armed, 'again')
    const nodes = [...document.querySelectorAll('[data-target]')]
    if (!nodes.length) return { kind: 'wait' }
    const id = (node) => node.dataset.target
    const here = document.activeElement.getBoundingClientRect()
    const far = (node) => Math.hypot(node.getBoundingClientRect().x - here.x, node.getBoundingClientRect().y - here.y)
    const pick = (list) => (byKey ? [...list].sort((a, b) => far(a) - far(b))[0] : oneOf(list))
    const among = (test) => nodes.filter((node) => test(id(node), memory[id(node)]))
    const first = (...lists) => pick(lists.find((list) => list.length))
    const game = document.querySelector('h1').textContent
    const up = [...document.querySelectorAll('[data-piece^=disc][data-look]:not([data-look=back])')].map(({ dataset }) => dataset.look.split(' ')[1])
    const asked = document.querySelector('[data-piece^="middle."][data-look$="?"]')?.dataset.look.split(' ')[1]
    const unknown = among((name, colour) => name.startsWith('disc') && !colour)
    const size = game === 'Trio' ? 3 : 2
    const owned = (colour) => game === 'Ronde' && document.querySelector(`[data-zone=own0] [data-look="disc ${colour} "]`)
    let chosen
    if (nodes.some((node) => /^disc/.test(id(node)))) {
        if (game === 'Arc-en-ciel') chosen = first(among((name, colour) => colour && !up.includes(colour)), unknown, nodes)
        else if (asked) chosen = first(among((name, colour) => colour === asked), unknown, nodes)
        else if (up.length) chosen = first(among((name, colour) => colour === up[0]), unknown, nodes)
        else {
            const known = Object.entries(memory).filter(([name]) => nodes.some((node) => id(node) === name))
            const often = (colour) => known.filter(([, other]) => other === colour).length >= size
            const giving = among((name, colour) => colour && often(colour) && owned(colour)) // presents make friends
            chosen = first(giving, among((name, colour) => colour && often(colour)), unknown, nodes)
        }
        window.thought = memory[id(chosen)]
    } else if (nodes.some((node) => id(node).startsWith('say.'))) {
        chosen = first(among((name) => name === `say.${window.thought?.[0].toUpperCase()}`), nodes)
    } else chosen = first(among((name) => /^middle$|^edge/.test(name)), among((name) => name !== 'challenge' || oneOf([true, false, false, false, false])), nodes)
    return put(chosen, 'touch')
}

// The keys that lead from the focus to a target, found by trying all ways as keys.ts would go them.
window.WALK = (target) => {
    const nodes = [...document.querySelectorAll('[data-target]')]
    const spots = nodes.map((node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] })
    const goal = nodes.findIndex((node) => node.dataset.target === target)
    const start = nodes.indexOf(document.activeElement)
    if (start < 0) return ['ArrowRight'] // the first arrow leads to the table
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
    const led = new Map([[start, []]])
    const queue = [start]
    for (const at of queue) {
        if (at === goal) return led.get(at)
        for (const [key, [x, y]] of Object.entries(ways)) {
            let [best, next] = [Infinity, -1]
            spots.forEach(([u, v], i) => {
                const [dx, dy] = [u - spots[at][0], v - spots[at][1]]
                const [ahead, aside] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)]
                if (ahead > 4 && ahead + 2 * aside < best) [best, next] = [ahead + 2 * aside, i]
            })
            if (next >= 0 && !led.has(next)) led.set(next, [...led.get(at), key]), queue.push(next)
        }
    }
    // By the eye none do: then an arrow does from the spot that is nearest.
    const far = (at) => Math.hypot(spots[at][0] - spots[goal][0], spots[at][1] - spots[goal][1])
    const near = [...led.keys()].sort((a, b) => far(a) - far(b))[0]
    const [dx, dy] = [spots[goal][0] - spots[near][0], spots[goal][1] - spots[near][1]]
    return [...led.get(near), Math.abs(dx) < Math.abs(dy) ? (dy < 0 ? 'ArrowUp' : 'ArrowDown') : dx < 0 ? 'ArrowLeft' : 'ArrowRight']
}

// After some moves by real fingers and keys: the same by events from inside the page, which is faster. Done when the game
// is over, or something was touched whose name begins as wanted.
window.HURRY = ([byKey, wanted, limit]) => new Promise((done, fail) => {
    window.touched = new Set()
    let [changed, idle, missed] = [true, 0, 0]
    watchPage(() => (REMEMBER(), (changed = true))) // whatever lay open was seen, however busy this machine is
    const end = () => (clearInterval(window.player), done())
    const stop = (why) => {
        clearInterval(window.player)
        fail(new Error(`${why}: ${JSON.stringify(WHERE(byKey))}, focus: ${document.activeElement.outerHTML.slice(0, 200)}`))
    }
    setTimeout(() => stop('the game goes on for ever'), limit) // subject: ends a hang
    window.player = setInterval(() => { // subject: somebody who looks at the table again and again, closely where it changes
        if (!changed && ++idle < 20) return
        ;[changed, idle] = [false, 0]
        const step = WHERE(byKey)
        if (step.kind === 'wait') return
        if (step.kind === 'over') return end()
        if (step.kind === 'again') clock.breathe()
        touched.add(step.target)
        if (step.kind === 'eye' && byKey) return document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
        if (step.kind === 'touch' && byKey) {
            for (const key of WALK(step.target)) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
            if (document.activeElement.dataset.target !== step.target) {
                if (++missed > 20) stop('arrows do not lead there')
                return (changed = true) // the focus has moved, at least
            }
            missed = 0
        }
        const node = step.target ? document.querySelector(`[data-target="${step.target}"]`) : document.elementFromPoint(step.x, step.y).closest('button')
        node.click()
        if (wanted && step.target.startsWith(wanted)) end()
    }, 6)
})
