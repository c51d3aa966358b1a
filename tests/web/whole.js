// In the page: which words are cut off or lie upon others where nobody can scroll them.

// What is said below a board, and the offer to learn a game, as they lie now: [where, why].
window.notWhole = () => {
    const wrong = []
    const shown = (node) => node.getClientRects().length
    const room = document.querySelector('.facts')?.getBoundingClientRect()
    for (const node of document.querySelectorAll('.facts li')) {
        const { top, bottom } = node.getBoundingClientRect()
        if (!shown(node) || top >= room.bottom) continue // not even begun
        const over = Math.max(node.scrollHeight - node.clientHeight, node.scrollWidth - node.clientWidth, bottom - room.bottom)
        if (over > 1) wrong.push([node.textContent, `${over} pixels more than its room`])
    }
    wrong.push(...outOfPlace())
    const offer = document.querySelector('.offer')
    if (!offer || !shown(offer)) return wrong
    const written = [...offer.querySelectorAll('p, button')].map(words)
    written.forEach((one, at) => {
        if (one.left < 0 || one.right > innerWidth + 0.5) wrong.push([one.name, 'beyond the window'])
        for (const other of written.slice(at + 1))
            if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom) wrong.push([one.name, `lies upon ${other.name}`])
    })
    const line = document.querySelector('.line > .text')
    const text = line?.getBoundingClientRect()
    for (const node of line?.querySelectorAll(':scope > p') ?? []) {
        if (getComputedStyle(line).overflowY !== 'hidden' || !shown(node) || !node.textContent.trim()) continue
        const { top, bottom } = node.getBoundingClientRect()
        const [above, below] = [text.top - top, bottom - text.bottom].map(Math.round)
        if (node.matches('.news') && bottom <= text.top + 1) continue // old news give way as a whole
        if (Math.max(above, below) > 1) wrong.push([node.textContent, `${above} pixels cut above, ${below} below`])
    }
    return wrong
}

// Who has taken a row stands inside it, and at the end all that can be played now is in sight: [what, why].
function outOfPlace() {
    const found = []
    for (const node of document.querySelectorAll('.row > .note')) {
        const [text, row] = [words(node), node.parentElement.getBoundingClientRect()]
        const over = Math.max(row.left - text.left, text.right - row.right, row.top - text.top, text.bottom - row.bottom)
        if (over > 1) found.push([text.name, `${Math.round(over)} pixels beyond its row`])
    }
    for (const node of document.querySelectorAll('.verdict .key')) {
        const over = Math.round(node.getBoundingClientRect().bottom - innerHeight)
        if (over > 4) found.push([node.textContent, `${over} pixels below the window`]) // four are the shadow's
    }
    return found
}

// The words and signs of a part, however large it is around them.
function words(node) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects(), ...[...node.querySelectorAll('svg')].map((sign) => sign.getBoundingClientRect())].filter(({ width }) => width)
    const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((box) => box[side])))
    const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((box) => box[side])))
    return { name: node.textContent.trim() || node.getAttribute('aria-label'), left, top, right, bottom }
}
