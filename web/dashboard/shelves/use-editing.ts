import { useState } from 'react'
import { flushSync } from 'react-dom'
import { focusBeside, focusEdited } from './row-actions.tsx'

/** Which row of a list the form beside it edits; where it is none, the form adds one. */
export function useEditing<Row extends { id: number }>() {
  const [editing, edit] = useState<Row>()
  const [added, setAdded] = useState(0)
  return {
    editing,
    edit,
    /** The `key` of the form, which begins anew with each row and after each that is added. */
    formKey: editing ? String(editing.id) : `new ${added}`,
    /** Saved or given up: the form is empty again, and the focus back on the row that was edited. */
    done() {
      flushSync(() => {
        edit(undefined)
        setAdded(added + 1)
      })
      if (editing) focusEdited(editing.id)
    },
    /** A row is gone that stood among `rows`: it is not edited any more, and the focus goes to the one beside it. */
    deleted(id: number, rows: readonly { id: number }[] = []) {
      if (editing?.id === id) edit(undefined)
      focusBeside(
        rows.map((row) => row.id),
        id,
      )
    },
  }
}
