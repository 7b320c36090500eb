import { focusAfterWait } from '../../lib/focus.ts'

/** Brings the focus to the heading of the page, which reads it out: where a form gives way to what came of it. */
export function focusHeading(): void {
  focusAfterWait(null, document.querySelector('h1'))
}
