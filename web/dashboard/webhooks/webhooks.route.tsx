import { useState } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Webhook } from '#contract/webhooks/webhook.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { listFrame, ShortList } from '../list-page/short-list.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhookStatus } from './webhook-status.ts'

/** The programs that the shop sends its events to. */
export default function WebhooksPage() {
  const query = useAdminList('GET admin/webhooks', {})
  const [isCreating, setCreating] = useState(false)
  return (
    <DashboardPage
      title="Webhooks"
      actions={<Button onClick={() => setCreating(true)}>Create webhook</Button>}
    >
      <p className="mb-6 max-w-prose text-quiet">
        A webhook tells another program at once what happens in your shop, such as a new order.{' '}
        <a
          href={`${dashboardLinks.apiDocs()}#events`}
          className="underline underline-offset-4 hover:decoration-2"
        >
          All events
        </a>
      </p>
      <ShortList
        query={query}
        className={listFrame}
        empty={
          <EmptyState
            icon="bag"
            title="No webhooks"
            text="Create one for each program that should learn of orders, stock or products."
          />
        }
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </ShortList>
      {isCreating && <WebhookDialog webhook={undefined} onClose={() => setCreating(false)} />}
    </DashboardPage>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const shop = useShop()
  return (
    <li className="py-4 wrap-anywhere">
      <Link
        to={dashboardLinks.webhook(webhook.id)}
        className="inline-flex min-h-6 items-center font-medium underline underline-offset-4 hover:decoration-2"
      >
        {webhook.url}
      </Link>
      <p>{webhook.kinds.join(', ')}</p>
      <p className={`text-sm ${webhook.active ? 'text-quiet' : 'font-medium text-danger'}`}>
        {webhookStatus(webhook, shop)}
      </p>
    </li>
  )
}
