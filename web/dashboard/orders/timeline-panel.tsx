import { useState } from 'react'
import { orderNoteInput, type AdminOrder } from '#contract/admin-order.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Panel } from '../panel.tsx'

/** What happened and who did it, and room to add to it. */
export function TimelinePanel({ order: { number, events } }: { order: AdminOrder }) {
  const shop = useShop()
  const { note } = useOrderWork()
  const [saves, setSaves] = useState(0)
  const [isPublic, setPublic] = useState(false)
  const form = useForm({
    schema: orderNoteInput,
    read: ({ text }) => ({ number, text, isPublic }),
    async submit(input) {
      await note(input)
      setSaves(saves + 1)
      setPublic(false)
    },
  })
  return (
    <Panel title="Timeline">
      <ol className="grid gap-4 border-l-2 border-line pl-4">
        {events.map(({ id, at, text, who, isPublic: isSeen }) => (
          <li key={id}>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="text-sm text-quiet">
              {who}, <time dateTime={at}>{momentOf(at, shop)}</time>
              {!isSeen && ' · only staff sees this'}
            </p>
          </li>
        ))}
      </ol>
      <Form
        form={form}
        label="Add to the timeline"
        kind="secondary"
        action={isPublic ? 'Send message' : 'Add note'}
        busyAction="Working…"
        className="mt-6"
      >
        <TextAreaField
          key={saves}
          {...form.field('text')}
          label={isPublic ? 'Message to the customer' : 'Note for the staff'}
          rows={3}
          maxLength={2000}
        />
        <CheckboxField
          name="isPublic"
          label="Mail it to the customer"
          checked={isPublic}
          onChange={({ target }) => setPublic(target.checked)}
        />
      </Form>
    </Panel>
  )
}
