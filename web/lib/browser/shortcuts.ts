const STORAGE_KEY = 'singleKeyShortcuts'

/** Whether `/`, `?`, J and K work. People who dictate or use a switch turn them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns the shortcuts of one key on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // They stay as they are.
  }
}

const NOT_TYPED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file'])

/** Whether keys go to a field that somebody types in. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type)
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)
}

/** The key of a shortcut of one key; undefined while a field or a dialog takes the keys. */
export function singleKeyOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return undefined
  return hasSingleKeys() && !document.querySelector('dialog[open]') ? key.toLowerCase() : undefined
}

/** Whether a key press is Ctrl+K (⌘K). */
export const isPaletteShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
