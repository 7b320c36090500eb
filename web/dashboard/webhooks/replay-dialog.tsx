import { useState } from 'react'
import { replayWebhook, type Webhook } from '#contract/webhooks/webhook.ts'
import { useWebhookChanges } from '#web/data/admin/operations/webhooks.ts'
import { useShop } from '#web/data/shop.ts'
import { wallTime, wallTimeToIso } from '#web/lib/format/zoned-time.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const HOUR_MS = 3_600_000

/** Delivers the events of a period again. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { replay } = useWebhookChanges()
  const { timeZone } = useShop()
  const [hourAgo] = useState(() => wallTime(new Date(Date.now() - HOUR_MS).toISOString(), timeZone))
  const form = useForm({
    schema: replayWebhook.input,
    draft: { name: `webhook replay ${webhook.id}` },
    read: ({ from = '', to = '', url = '' }) => ({
      id: webhook.id,
      ...(from && { from: wallTimeToIso(from, timeZone) }),
      ...(to && { to: wallTimeToIso(to, timeZone) }),
      ...(url && { url }),
    }),
    async submit(input) {
      await replay.mutateAsync(input)
      onClose()
    },
  })
  return (
    <Dialog title="Replay events" onClose={onClose}>
      <Form form={form} action="Replay" busyAction="Queueing…" onCancel={onClose}>
        <p className="text-quiet">
          Events arrive again with the same id. A receiver that has processed one ignores it.
        </p>
        <TextField {...form.field('from')} type="datetime-local" label="From" defaultValue={hourAgo} />
        <TextField
          {...form.field('to')}
          type="datetime-local"
          label="Until"
          hint="Empty: until now."
          required={false}
        />
        <TextField
          {...form.field('url')}
          type="url"
          label="Another address"
          hint={`Empty: ${webhook.url}`}
          required={false}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
        />
      </Form>
    </Dialog>
  )
}
