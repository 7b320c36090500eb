import { buttonStyle } from '#web/ui/button-style.ts'

/** The place of the buttons, which `ExpressPlace` has rendered. */
export interface Place {
  /** Where Stripe puts its buttons. */
  buttons: HTMLElement
  /** Whether there are any. */
  show(isShown: boolean): void
  /** Says something below them; empty: nothing. With a path, a link continues at the checkout. */
  say(message: string, path?: string, onFollow?: () => void): void
}

/** Fills the place. Its height is reserved, so nothing moves. */
export function placeOf(element: HTMLElement): Place {
  const buttons = document.createElement('div')
  const alert = document.createElement('div')
  alert.role = 'alert'
  const title = document.createElement('p')
  title.textContent = element.dataset['title'] ?? ''
  title.className = 'invisible mb-2 text-sm text-quiet empty:hidden'
  element.append(title, buttons, alert)
  return {
    buttons,
    show(isShown) {
      title.classList.toggle('invisible', !isShown)
      buttons.classList.toggle('invisible', !isShown)
      if (isShown) element.hidden = false
      // What is below moves only where it cannot be seen.
      else if (element.getBoundingClientRect().top > innerHeight) element.hidden = true
    },
    say(message, path, onFollow) {
      alert.replaceChildren()
      if (message === '') return
      const text = document.createElement('p')
      text.className = 'mt-3 text-danger'
      text.textContent = message
      alert.append(text)
      if (path === undefined) return
      const link = document.createElement('a')
      link.href = path
      link.className = buttonStyle('quiet')
      link.textContent = 'Continue at checkout'
      link.addEventListener('click', () => onFollow?.())
      alert.append(link)
    },
  }
}
