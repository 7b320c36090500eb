import { flushSync } from 'react-dom'

/**
 * Changes what is shown and moves the focus in the same moment: a frame later it might be taken from where the person has
 * put it meanwhile.
 */
export function changeAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change)
  find()?.focus()
}

/**
 * Moves the focus after something that took time, unless the person has meanwhile put it elsewhere: it is moved where it is
 * lost, with what had it, or is still at or within `from`, where it was begun.
 */
export function focusAfterWait(
  from: Element | null | undefined,
  to: HTMLElement | null | undefined,
  options?: FocusOptions,
): void {
  const now = document.activeElement
  const lost = now === null || now === document.body
  // Some browsers do not focus a button that is clicked: then it was begun at the page itself, which holds everything.
  if (lost || (from !== document.body && from?.contains(now))) to?.focus(options)
}
