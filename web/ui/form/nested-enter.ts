import type { KeyboardEvent } from 'react'

const withText = 'input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=file])'

/** Enter in a field of a group, a list or a table ends that field alone. The form around it may be half typed. */
export function keepNestedEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event
  if (event.key === 'Enter' && target instanceof HTMLElement && target.matches(withText)) {
    const nested = target.closest('fieldset, li, table')
    if (nested && event.currentTarget.contains(nested)) event.preventDefault()
  }
}
