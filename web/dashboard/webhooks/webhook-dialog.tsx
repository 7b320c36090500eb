import { useState } from 'react'
import { eventKinds } from '#contract/events/kinds.ts'
import { createWebhook, type Webhook, webhookKinds } from '#contract/webhooks/webhook.ts'
import { useWebhookChanges } from '#web/data/admin/operations/webhooks.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** Creates a webhook and shows its secret once, or edits one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | undefined; onClose(): void }) {
  const { create, update } = useWebhookChanges()
  const [secret, setSecret] = useState<string>()
  const form = useForm({
    schema: createWebhook.input,
    draft: { name: webhook ? `webhook ${webhook.id}` : 'webhook', start: webhook },
    read: ({ url = '', ...fields }) => ({ url, kinds: checkedKinds(fields) }),
    async submit(input) {
      if (webhook) {
        await update.mutateAsync({ id: webhook.id, version: webhook.version, ...input })
        onClose()
      } else setSecret((await create.mutateAsync(input)).data.secret)
    },
  })
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />
  const [action, busyAction] = webhook ? ['Save', 'Saving…'] : ['Create webhook', 'Creating…']
  return (
    <Dialog title={webhook ? 'Edit webhook' : 'Create webhook'} onClose={onClose}>
      <Form form={form} action={action} busyAction={busyAction} onCancel={onClose}>
        <TextField
          {...form.field('url')}
          type="url"
          label="Address"
          hint="The shop posts events there, such as https://example.com/events."
          defaultValue={webhook?.url}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
        />
        <EventFields chosen={webhook?.kinds ?? []} error={form.error('kinds')} />
      </Form>
    </Dialog>
  )
}

/** A checkbox for each kind of event. */
function EventFields({ chosen = [], error }: { chosen?: readonly string[]; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error && 'events-error'}>
      <legend className="font-medium">Events</legend>
      {webhookKinds.map((kind) => (
        <CheckboxField
          key={kind}
          name={`event-${kind}`}
          label={`${kind}: ${eventKinds[kind].summary}`}
          defaultChecked={chosen.includes(kind)}
        />
      ))}
      {error && (
        <p id="events-error" role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The kinds whose checkboxes are checked, from the fields of a form. */
const checkedKinds = (fields: Readonly<Record<string, unknown>>) =>
  webhookKinds.filter((kind) => `event-${kind}` in fields)
