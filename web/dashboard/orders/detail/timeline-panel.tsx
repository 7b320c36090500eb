import { useState } from 'react'
import { orderNoteInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import { RevisionDetails } from './revision-details.tsx'

/** The events of an order and what its edits have changed, with a form for internal notes and messages to the customer. */
export function TimelinePanel({ order }: { order: AdminOrder }) {
  const { number, events, revisions } = order
  const shop = useShop()
  const addNote = useOrderCall('POST admin/orders/:number/note')
  const [saveCount, setSaveCount] = useState(0)
  const [isPublic, setPublic] = useState(false)
  const form = useForm({
    schema: orderNoteInput,
    draft: { name: `note on order ${number}` },
    read: ({ text }) => ({ number, text, isPublic }),
    async submit(input) {
      await addNote.mutateAsync(input)
      setSaveCount(saveCount + 1)
      setPublic(false)
    },
  })
  return (
    <Panel title="Timeline">
      <ol className="grid gap-4 border-l-2 border-line pl-4">
        {events.map(({ id, at, text, who, isPublic: isVisible }) => {
          const revision = revisions.find(({ eventId }) => eventId === id)
          return (
            <li key={id}>
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="text-sm text-quiet">
                {who}, <time dateTime={at}>{formatDateTime(at, shop)}</time>
                {!isVisible && ' · visible to staff only'}
              </p>
              {revision && (
                <RevisionDetails order={order} revision={revision} what={formatDateTime(at, shop)} />
              )}
            </li>
          )
        })}
      </ol>
      <Form
        form={form}
        label="Add to the timeline"
        kind="secondary"
        action={isPublic ? 'Send message' : 'Add note'}
        busyAction="Saving…"
        className="mt-6"
      >
        <TextAreaField
          key={saveCount}
          {...form.field('text')}
          label={isPublic ? 'Message to the customer' : 'Note for staff'}
          {...(isPublic && !shop.sendsEmail && { hint: 'Appears on the order page. No email is sent.' })}
          rows={3}
          maxLength={2000}
        />
        <CheckboxField
          name="isPublic"
          label={shop.sendsEmail ? 'Email to the customer' : 'Show it to the customer'}
          checked={isPublic}
          onChange={({ target }) => setPublic(target.checked)}
        />
      </Form>
    </Panel>
  )
}
