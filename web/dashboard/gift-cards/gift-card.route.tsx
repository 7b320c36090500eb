import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { GiftCardDetail } from '#contract/credit/gift-card.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { exactMoney } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { Panel } from '../panel.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'
import { CreditHistory } from './credit-history.tsx'
import { CodeDialog, CorrectCardDialog, LastDayDialog, NewCodeDialog } from './gift-card-dialogs.tsx'
import { giftCardStateLabels, lastDayText } from './gift-card-labels.ts'

const list = { name: 'Gift cards', path: dashboardLinks.giftCards() }

/** One gift card with its history. */
export default function GiftCardPage() {
  const { id = '' } = useParams()
  const query = useAdminData('GET admin/gift-cards/:id', { id: Number(id) }, { staleTime: 0 })
  const title = query.data ? `Gift card •••• ${query.data.ending}` : 'Gift card'
  return (
    <LoadedPage noun="gift card" title={title} crumbs={[list]} query={query}>
      {(card) => (
        <RecordTabs label="Gift card" subject="gift_card" subjectId={card.id}>
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <CardPanel card={card} />
            <Panel title="History">
              <CreditHistory entries={card.entries} currency={card.currency} />
            </Panel>
          </div>
        </RecordTabs>
      )}
    </LoadedPage>
  )
}

type Open = 'correct' | 'lastDay' | 'code' | 'deactivate'

function CardPanel({ card }: { card: GiftCardDetail }) {
  const { id, state, version } = card
  const can = useCan()
  const update = useAdminCall('PATCH admin/gift-cards/:id')
  const [open, setOpen] = useState<Open>()
  const [code, setCode] = useState<string | null>(null)
  const close = () => setOpen(undefined)
  const isActive = state !== 'deactivated'
  const setActive = (value: boolean) => update.mutate({ id, isActive: value, version })
  return (
    <Panel title="Card">
      <CardFacts card={card} />
      {can('refunds') && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => setOpen('correct')}>
            Correct balance
          </Button>
          <Button kind="secondary" onClick={() => setOpen('lastDay')}>
            Change last day
          </Button>
          {isActive && (
            <Button kind="secondary" onClick={() => setOpen('code')}>
              Send a new code
            </Button>
          )}
          <Button kind="secondary" onClick={() => (isActive ? setOpen('deactivate') : setActive(true))}>
            {isActive ? 'Deactivate' : 'Activate'}
          </Button>
        </div>
      )}
      {open === 'correct' && <CorrectCardDialog card={card} onClose={close} />}
      {open === 'lastDay' && <LastDayDialog card={card} onClose={close} />}
      {open === 'code' && <NewCodeDialog card={card} onClose={close} onMade={setCode} />}
      {open === 'deactivate' && (
        <ConfirmDialog
          title="Deactivate this gift card?"
          text="It no longer pays. Its balance stays, and you can activate it again."
          confirm="Deactivate"
          onClose={close}
          onConfirm={() => setActive(false)}
        />
      )}
      {code !== null && <CodeDialog code={code} onClose={() => setCode(null)} />}
    </Panel>
  )
}

function CardFacts({ card }: { card: GiftCardDetail }) {
  const shop = useShop()
  const { currency, balance, issued, expiresAt, sendAt, emailedAt, order, orderSerial } = card
  const amount = (value: number) => exactMoney(value, { ...shop, currency })
  const facts = [
    ['Balance', amount(balance)],
    ['Issued with', amount(issued)],
    ['Status', giftCardStateLabels[card.state]],
    ['Last day', expiresAt ? lastDayText(expiresAt, shop) : 'None: it does not expire'],
    ['Recipient', [card.recipientName, card.recipientEmail].filter(Boolean).join(', ') || 'Handed over'],
    ...(card.message ? [['Message', card.message]] : []),
    ...(sendAt ? [['Email goes out', formatDateTime(sendAt, shop)]] : []),
    ...(emailedAt ? [['Emailed', formatDateTime(emailedAt, shop)]] : []),
  ]
  return (
    <dl className="grid gap-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-quiet">{name}</dt>
          <dd className="min-w-0 tabular wrap-anywhere">{value}</dd>
        </div>
      ))}
      {order && (
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-quiet">Order</dt>
          <dd>
            <Link to={dashboardLinks.order(order)} className="underline underline-offset-4">
              {orderSerial}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  )
}
