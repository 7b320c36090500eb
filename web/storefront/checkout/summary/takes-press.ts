import type { MouseEvent } from 'react'

/**
 * Whether the button itself is pressed, so that the form is not sent. Before and without scripts it sends the form, which makes it
 * the button that Enter in any field clicks.
 */
export function takesPress(event: MouseEvent): boolean {
  const isPressed = event.detail > 0 || document.activeElement === event.currentTarget
  if (isPressed) event.preventDefault()
  return isPressed
}
