import { createContext, useRef } from 'react'
import { useFocus } from '#web/lib/browser/focus.ts'

type Action = 'edit' | 'delete'
type Register = (action: Action, id: number) => (button: HTMLElement | null) => void

/** Row actions register their buttons here, so that their list can move the focus between rows. */
export const RowFocus = createContext<Register>(() => () => undefined)

/** Moves the focus between the rows of a list after a row was saved or deleted. */
export function useRowFocus() {
  const buttons = useRef(new Map<string, HTMLElement>())
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()
  const buttonOf = (action: Action, id: number | undefined) => buttons.current.get(`${action} ${id}`)
  return {
    focus,
    /** For the page's title, which takes the focus when no row is left. */
    heading,
    register: ((action, id) => (button) => {
      const key = `${action} ${id}`
      if (button) buttons.current.set(key, button)
      else buttons.current.delete(key)
    }) satisfies Register,
    /** Returns to a row after its form is closed. */
    focusEdited: (id: number) => focus(() => buttonOf('edit', id), null),
    /** Moves to the next row, the previous one or the title. `ids` are the rows before the deletion. */
    focusAfterDelete(ids: readonly number[], id: number) {
      const index = ids.indexOf(id)
      focus(
        () => buttonOf('delete', ids[index + 1] ?? ids[index - 1]) ?? heading.current,
        buttonOf('delete', id) ?? null,
      )
    },
  }
}
