import { useState } from 'react'
import { eventKinds } from '#contract/events/kinds.ts'
import { createWebhook, type Webhook, webhookKinds } from '#contract/webhooks/webhook.ts'
import { useWebhookChanges } from '#web/data/admin/operations/webhooks.ts'
import { readData } from '#web/data/admin/query.ts'
import { checkboxes } from '../record-form/checkboxes.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { RecordDialog } from '../record-form/form-dialog.tsx'
import { text } from '../record-form/fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'

/** The options of an address on the web. */
export const webAddress = {
  type: 'url',
  maxLength: 2000,
  autoComplete: 'off',
  spellCheck: false,
} as const

const form = describeForm(createWebhook.input, {
  url: text('Address', {
    ...webAddress,
    hint: 'The shop posts events there, such as https://example.com/events.',
  }),
  kinds: checkboxes(
    'Events',
    webhookKinds.map((kind) => ({ value: kind, name: kind, hint: eventKinds[kind].summary })),
  ),
})

const storedWebhook = ({ url, kinds, version }: Webhook) => ({
  url,
  kinds: webhookKinds.filter((kind) => kinds.includes(kind)),
  version,
})

/** Creates a webhook and shows its secret once, or edits one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | undefined; onClose(): void }) {
  const { create, update } = useWebhookChanges()
  const [secret, setSecret] = useState<string>()
  const id = webhook?.id ?? 0
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <RecordDialog
      title={webhook ? 'Edit webhook' : 'Create webhook'}
      onClose={onClose}
      label="Webhook"
      draft={webhook ? `webhook ${id}` : 'webhook'}
      action={webhook ? 'Save' : 'Create webhook'}
      of={form}
      record={webhook && storedWebhook(webhook)}
      reread={async () => storedWebhook(await readData('GET admin/webhooks/:id', { id }))}
      create={create.mutateAsync}
      update={(input, { version }) => update.mutateAsync({ id, version, ...input })}
      onSaved={(created) => (created ? setSecret(created.data.secret) : onClose())}
    />
  )
}
