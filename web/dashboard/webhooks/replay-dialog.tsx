import { useState } from 'react'
import { replayWebhook, type Webhook } from '#contract/webhooks/webhook.ts'
import { useWebhookChanges } from '#web/data/admin/operations/webhooks.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm, notEdited } from '../record-form/describe-form.ts'
import { fixed, moment, omitEmpty, text } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'
import { webAddress } from './webhook-dialog.tsx'

const HOUR_MS = 3_600_000

/** Delivers the events of a period again. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { replay } = useWebhookChanges()
  const { timeZone } = useShop()
  const [hourAgo] = useState(() => new Date(Date.now() - HOUR_MS).toISOString())
  const form = describeForm(replayWebhook.input, {
    id: fixed(webhook.id),
    from: omitEmpty(moment('From', timeZone, { required: true, initial: hourAgo })),
    to: omitEmpty(moment('Until', timeZone, { hint: 'Empty: until now.' })),
    eventIds: notEdited,
    url: omitEmpty(
      text('Another address', {
        ...webAddress,
        hint: `Empty: ${webhook.url}`,
        required: false,
      }),
    ),
  })
  return (
    <FormDialog
      title="Replay events"
      intro="Events arrive again with the same id. A receiver that has processed one ignores it."
      of={form}
      draft={`webhook replay ${webhook.id}`}
      action="Replay"
      busyAction="Queueing…"
      submit={replay.mutateAsync}
      onClose={onClose}
    />
  )
}
