/** Brings the focus to the heading of the page, which reads it out: where a form gives way to what came of it. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}
