import { useRef, useState } from 'react'
import { noteInput, type CustomerDetail, type CustomerNote } from '#contract/identity/customer.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Panel } from '../panel.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { ActionForm } from '../record-form/described-form.tsx'
import { area, fixed } from '../record-form/fields.tsx'

const describeNote = (id: number) =>
  describeForm(noteInput, { id: fixed(id), note: area('New note', { rows: 3, maxLength: 2000 }) })

/** Internal notes about a customer. */
export function NotesPanel({ customer }: { customer: CustomerDetail }) {
  const addNote = useAdminCall('POST admin/customers/:id/notes')
  const deleteNote = useAdminCall('DELETE admin/customers/:id/notes/:noteId')
  const [deleting, setDeleting] = useState<CustomerNote>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()
  const shop = useShop()
  function remove({ id: noteId }: CustomerNote) {
    const button = document.activeElement
    deleteNote.mutate(
      { id: customer.id, noteId },
      // The button disappears with its note.
      { onSuccess: () => focus(() => heading.current, button) },
    )
  }

  return (
    <Panel
      title="Notes"
      headingRef={heading}
      intro={`Visible to staff.${customer.hasAccount ? ' Included if the customer exports their data.' : ''}`}
    >
      <ActionForm
        of={describeNote(customer.id)}
        draft={`note on customer ${customer.id}`}
        action="Add note"
        busyAction="Adding…"
        submit={addNote.mutateAsync}
      />
      <ul className="mt-6 divide-y divide-line">
        {customer.notes.map((note) => (
          <li key={note.id} className="py-3">
            <p className="wrap-anywhere whitespace-pre-line">{note.note}</p>
            <p className="mt-1 flex flex-wrap items-center justify-between gap-3 text-sm text-quiet">
              {note.author}, {formatDateTime(note.created_at, shop)}
              <button
                type="button"
                aria-label={`Delete note by ${note.author}, ${formatDateTime(note.created_at, shop)}`}
                onClick={() => setDeleting(note)}
                className="min-h-8 cursor-pointer px-2 text-danger underline underline-offset-4 hover:decoration-2"
              >
                Delete
              </button>
            </p>
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title="Delete this note?"
          text={deleting.note.length > 200 ? `${deleting.note.slice(0, 200)}…` : deleting.note}
          confirm="Delete note"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => remove(deleting)}
        />
      )}
    </Panel>
  )
}
