import { openPage } from '#web/lib/browser/open-page.ts'

const storageKey = 'choice'

/** Where the shopper was when a choice opened the page again. */
interface Choice {
  pathname: string
  scrollY: number
  name: string
  value: string
}

/**
 * Sends a form of filters with each choice, except in the sheet of small screens, whose button sends all. The next page opens where
 * this one was, with the focus on the choice.
 */
export default function enhance(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return
  let last: HTMLInputElement | HTMLSelectElement | undefined
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    last = target
    // A price is sent with Enter or its button.
    if (!form.closest(':popover-open') && target.inputMode !== 'decimal') form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value !== '') query.append(name, value)
    }
    const { pathname } = location
    if (last) keep({ pathname, scrollY, name: last.name, value: last.value })
    document.querySelector('main')?.setAttribute('aria-busy', 'true')
    void openPage(query.size > 0 ? `${pathname}?${query}` : pathname)
  })
  // The sheet covers the page, so the focus must not move below it.
  const sheet = form.closest<HTMLElement>('[popover]')
  sheet?.addEventListener('focusout', ({ relatedTarget }) => {
    const isOutside = relatedTarget instanceof Node && !sheet.contains(relatedTarget)
    if (isOutside && sheet.matches(':popover-open')) sheet.hidePopover()
  })
  // Back returns to a page with the choice that led away, which its products do not show.
  addEventListener('pageshow', ({ persisted }) => persisted && form.reset())
  restore(form)
}

function keep(choice: Choice): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(choice))
  } catch {
    // The next page opens at its top.
  }
}

function restore(form: HTMLFormElement): void {
  try {
    const choice = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Choice | null
    if (choice?.pathname !== location.pathname) return
    const fields = Array.from(form.elements).filter((field) => 'name' in field && field.name === choice.name)
    const field = fields.find((one) => !('value' in one) || one.value === choice.value) ?? fields[0]
    if (!(field instanceof HTMLElement)) return
    sessionStorage.removeItem(storageKey)
    field.focus({ preventScroll: true })
    scrollTo({ top: choice.scrollY, behavior: 'instant' })
  } catch {
    // The browser forbids storage.
  }
}

// Back returns to a page as it was left.
addEventListener('pageshow', () => document.querySelector('main')?.removeAttribute('aria-busy'))
