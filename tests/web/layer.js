// Somebody who lays tiles: where to touch next.
window.WHERE_TO_LAY = () => {
    const put = (node, kind) => {
        node.scrollIntoView({ block: 'nearest' })
        const box = node.getBoundingClientRect()
        return { kind, target: node.dataset.target ?? '', x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    dispatchEvent(new PointerEvent('pointerdown'))
    if (document.querySelector('.verdict')) return { kind: 'over' }
    if (!atRest()) return { kind: 'wait' }
    const lying = document.querySelector('.preview.sure')
    if (lying) return put(document.querySelector('.place.armed'), 'again')
    const places = [...document.querySelectorAll('.place')]
    if (places.length) return put(oneOf(places), 'place')
    const targets = [...document.querySelectorAll('[data-target]')]
    return targets.length ? put(oneOf(targets), 'tile') : { kind: 'wait' }
}
