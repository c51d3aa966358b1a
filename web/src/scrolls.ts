// A part with nothing in it that keys could reach is reached itself while it is higher than its room: they scroll it.
export function scrolls(node: HTMLElement): () => void {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0
    else node.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look)
  const watch = (): void => {
    sizes.disconnect() // what is gone
    for (const one of [node, ...node.children]) sizes.observe(one)
  }
  const parts = new MutationObserver(watch)
  parts.observe(node, { childList: true })
  watch()
  return () => (sizes.disconnect(), parts.disconnect())
}
