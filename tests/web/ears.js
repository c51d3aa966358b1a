// What a screen reader gets, in every page of a test, before the page's own scripts: each text that a live region says,
// in order, and whether the focus was ever lost while the game went on.
window.heard = []
window.lost = []
window.listening = false // the game has begun
{
    const LIVE = '[aria-live=polite], [role=status], [role=log]'
    const said = (text) => (text = text.replace(/\s+/g, ' ').trim()) && heard.push(text)
    const added = (node) => {
        const region = (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE)
        if (region) said(node.textContent)
        else if (node.nodeType === 1) for (const inner of node.querySelectorAll(LIVE)) said(inner.textContent)
    }
    addEventListener('DOMContentLoaded', () => {
        new MutationObserver((changes) => {
            for (const { type, target, addedNodes } of changes) {
                if (type === 'childList') addedNodes.forEach((node) => node.isConnected && added(node))
                else if (target.parentElement?.closest(LIVE)) said(target.data)
            }
            // After everybody else who watches the page: in between nobody can press a key.
            queueMicrotask(() => listening && document.activeElement === document.body && lost.push(heard.at(-1) ?? ''))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
}
