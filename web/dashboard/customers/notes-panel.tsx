import { useRef, useState } from 'react'
import { noteInput, type CustomerDetail, type CustomerNote } from '#contract/customer.ts'
import { useCustomerChanges } from '../../data/admin-customers.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { serverMessage } from '../../lib/api.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Panel } from '../panel.tsx'

/** What staff should know of the customer. */
export function NotesPanel({ customer }: { customer: CustomerDetail }) {
  const { addNote, deleteNote } = useCustomerChanges(customer.id)
  const [saves, setSaves] = useState(0)
  const [deleting, setDeleting] = useState<CustomerNote>()
  const heading = useRef<HTMLHeadingElement>(null)
  const shop = useShop()
  const form = useForm({
    schema: noteInput,
    read: ({ note }) => ({ id: customer.id, note }),
    async submit({ note }) {
      showToast('success', await addNote(note))
      setSaves(saves + 1)
    },
  })

  async function remove(note: CustomerNote) {
    const pressed = document.activeElement
    try {
      showToast('success', await deleteNote(note.id))
      focusAfterWait(pressed, heading.current)
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'This could not be done. Please try again.')
    }
  }

  return (
    <Panel
      title="Notes"
      headingRef={heading}
      intro="Only staff sees them here. They are part of what the customer can export about the account."
    >
      <Form form={form} action="Add note" busyAction="Adding…">
        <TextAreaField key={saves} {...form.field('note')} label="New note" rows={3} maxLength={2000} />
      </Form>
      <ul className="mt-6 divide-y divide-line">
        {customer.notes.map((note) => (
          <li key={note.id} className="py-3">
            <p className="wrap-anywhere whitespace-pre-line">{note.note}</p>
            <p className="mt-1 flex flex-wrap items-center justify-between gap-3 text-sm text-quiet">
              {note.author}, {momentOf(note.created_at, shop)}
              <button
                type="button"
                aria-label={`Delete note of ${note.author}, ${momentOf(note.created_at, shop)}`}
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
          onConfirm={() => void remove(deleting)}
        />
      )}
    </Panel>
  )
}
