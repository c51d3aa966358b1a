// In every page of a test, before its own scripts. `LUCK`, the luck of this person in this test, stands before this.

// The clock that the page reads, in the test's hands: put forward where a person would wait, held where two touches
// come at once, however busy the machine is.
window.clock = { ahead: 0, held: null, now: Date.now } // subject: the test has it in its hands
Date.now = () => clock.held ?? clock.now() + clock.ahead // subject: as above
clock.breathe = () => void (clock.ahead += 300) // longer than anybody trembles

// How often something was touched, by finger, mouse or key: what a touch leads to comes after it has arrived.
window.touches = 0
addEventListener('click', () => touches++, true)

// One of several, by the luck of this person: the same each time, however often it is looked up before the next touch.
window.oneOf = (list, turn = touches) => {
    let hash = 0x811c9dc5 // FNV-1a, and some stirring
    for (const letter of `${LUCK} ${turn} ${list.length}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return list[((hash ^ (hash >>> 16)) >>> 0) % list.length]
}

// Does nothing move any more that will ever come to rest?
window.atRest = () =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity)

// After the frame that is being drawn, and the next one: by then sizes are measured and what depends on them is drawn.
window.drawn = async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}

// Called whenever the page has changed: what is there for a moment only may be over when a test looks from outside.
window.watchPage = (note) =>
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
