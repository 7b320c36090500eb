import { useRef, useState } from 'react'
import { noteInput, type CustomerDetail, type CustomerNote } from '#contract/identity/customer.ts'
import { useCustomerChanges } from '#web/data/admin/people/customers.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Panel } from '../panel.tsx'

/** Internal notes about a customer. */
export function NotesPanel({ customer }: { customer: CustomerDetail }) {
  const { addNote, deleteNote } = useCustomerChanges()
  const [saveCount, setSaveCount] = useState(0)
  const [deleting, setDeleting] = useState<CustomerNote>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()
  const shop = useShop()
  const form = useForm({
    schema: noteInput,
    draft: { name: `note on customer ${customer.id}` },
    read: ({ note }) => ({ id: customer.id, note }),
    async submit({ note }) {
      await addNote.mutateAsync({ id: customer.id, note })
      setSaveCount(saveCount + 1)
    },
  })

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
      intro="Visible to staff. Included if the customer exports their data."
    >
      <Form form={form} action="Add note" busyAction="Adding…">
        <TextAreaField key={saveCount} {...form.field('note')} label="New note" rows={3} maxLength={2000} />
      </Form>
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
