/** Whether a key press is Ctrl+S (⌘S). The dashboard never opens the browser's own save dialog for it. */
export const isSaveShortcut = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey

/** Whether nothing lies over the element: no dialog is open, or the last opened one contains it. */
export function isUncovered(element: Element | null): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  return element !== null && (!top || top.contains(element))
}
