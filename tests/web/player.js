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

// A key as the page gets it; the focus is somewhere else afterwards, or not.
window.PRESS = (key) => {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    return document.activeElement
}

// The keys that lead from the focus to a target, found by trying all ways in the page itself; null: none do.
window.WALK = (target) => {
    const start = document.activeElement
    const led = new Map([[start, []]])
    for (const [at, keys] of led) {
        if (at.dataset.target === target) break
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
            at.focus()
            const next = PRESS(key)
            if (!led.has(next)) led.set(next, [...keys, key])
        }
    }
    start.focus()
    return [...led].find(([at]) => at.dataset.target === target)?.[1] ?? null
}

// After some moves by real fingers and keys: the same by events from inside the page, which is faster. Done when the game
// is over, or something was touched whose name begins as wanted.
window.HURRY = ([byKey, wanted, limit]) => new Promise((done, fail) => {
    window.touched = new Set()
    window.stuck = []
    let [changed, idle] = [true, 0]
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
            if (!document.activeElement.dataset.target) PRESS('ArrowRight') // the first arrow leads to the table
            for (const key of WALK(step.target) ?? []) PRESS(key)
            if (document.activeElement.dataset.target !== step.target) stuck.push(step.target)
        }
        const node = step.target ? document.querySelector(`[data-target="${step.target}"]`) : document.elementFromPoint(step.x, step.y).closest('button')
        node.click()
        if (wanted && step.target.startsWith(wanted)) end()
    }, 6)
})
