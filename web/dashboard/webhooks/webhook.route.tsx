import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Webhook } from '#contract/webhooks/webhook.ts'
import { useWebhook, useWebhookChanges } from '#web/data/admin/operations/webhooks.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhookStatus } from './webhook-status.ts'

const list = { name: 'Webhooks', path: dashboardLinks.webhooks() }

/** A webhook: whether events arrive, its deliveries, and everything that staff do with it. */
export default function WebhookPage() {
  const id = Number(useParams()['id'])
  const query = useWebhook(id)
  return (
    <LoadedPage noun="webhook" title={query.data?.url ?? 'Webhook'} crumbs={[list]} query={query}>
      {(webhook) => (
        <>
          <Facts webhook={webhook} />
          <Actions webhook={webhook} />
          <Deliveries webhookId={webhook.id} />
        </>
      )}
    </LoadedPage>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const shop = useShop()
  return (
    <div className="mb-4 grid max-w-prose gap-1 wrap-anywhere">
      <p role="status" className={webhook.active ? 'font-medium' : 'font-medium text-danger'}>
        {webhookStatus(webhook, shop)}
      </p>
      <p>{webhook.kinds.join(', ')}</p>
      {webhook.previousSecretUntil && (
        <p className="text-quiet">
          Until {formatDateTime(webhook.previousSecretUntil, shop)}, events are signed with the previous
          secret too.
        </p>
      )}
    </div>
  )
}

type Open = 'edit' | 'replay' | 'rotate' | 'delete'

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, active, version } = webhook
  const { update, remove, rotate, test } = useWebhookChanges()
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<string>()
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  return (
    <div className="mb-8 flex flex-wrap gap-3">
      <Button onClick={() => test.mutate({ id })}>Send test</Button>
      <Button kind="secondary" onClick={() => update.mutate({ id, version, active: !active })}>
        {active ? 'Switch off' : 'Switch on'}
      </Button>
      <Button kind="secondary" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button kind="secondary" onClick={() => setOpen('replay')}>
        Replay events
      </Button>
      <Button kind="secondary" onClick={() => setOpen('rotate')}>
        Replace secret
      </Button>
      <Button kind="secondary" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && (
        <ConfirmDialog
          title="Replace the secret?"
          text="For 24 hours, events are signed with the present secret and the new one. Give the new one to the receiver within that time."
          confirm="Replace secret"
          onClose={close}
          onConfirm={() => rotate.mutate({ id }, { onSuccess: ({ data }) => setSecret(data.secret) })}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          text="Its receiver gets no more events, and the log of its deliveries is deleted. This can’t be undone."
          confirm="Delete webhook"
          onClose={close}
          onConfirm={() => remove.mutate({ id }, { onSuccess: () => void navigate(list.path) })}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  )
}
