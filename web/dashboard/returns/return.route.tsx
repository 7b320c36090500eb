import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { AdminReturn } from '#contract/orders/return.ts'
import { links } from '#contract/links.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate, formatDateTime } from '#web/lib/format/dates.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from '../orders/action-dialog.tsx'
import { Panel } from '../panel.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'
import { useEmailNotice } from '../use-email-notice.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { returnStateName } from './return-labels.ts'

const list = { name: 'Returns', path: dashboardLinks.returns() }

export default function ReturnPage() {
  const { id = '' } = useParams()
  const query = useAdminData('GET admin/returns/:id', { id: Number(id) }, { staleTime: 0 })
  const { data } = query
  return (
    <LoadedPage
      noun="return"
      title={data ? `Return of order ${data.serial}` : 'Return'}
      crumbs={[list]}
      query={query}
      height="h-96"
    >
      {(shown) => (
        <div className="grid gap-6">
          <ReturnSteps shown={shown} />
          <ReturnedItems shown={shown} />
        </div>
      )}
    </LoadedPage>
  )
}

type Step = 'approve' | 'refuse' | 'receive' | 'refund'

const stepsOf: Record<AdminReturn['state'], readonly Step[]> = {
  requested: ['approve', 'receive', 'refuse'],
  approved: ['receive', 'refuse'],
  received: ['refund', 'refuse'],
  refunded: [],
  refused: [],
}

/** The steps on offer now. Items that have not left, or are back already, can't be received. */
function stepsNow({ state, holdsOrder, lines }: AdminReturn): readonly Step[] {
  if (holdsOrder) return []
  const canReceive = lines.every(({ quantity, cancelled, outside }) => quantity - cancelled <= outside)
  return stepsOf[state].filter((step) => step !== 'receive' || canReceive)
}

const stepLabels: Record<Step, string> = {
  approve: 'Approve',
  refuse: 'Refuse',
  receive: 'Receive items',
  refund: 'Refund',
}

/** The state of a return and what staff can do next. */
function ReturnSteps({ shown }: { shown: AdminReturn }) {
  const { id, kind, state, wish, requestedAt, refundDueAt, customer, email, number, serial, answer } = shown
  const can = useCan()
  const shop = useShop()
  const emailNotice = useEmailNotice()
  const refund = useOrderCall('POST admin/returns/:id/refund')
  const [open, setOpen] = useState<Step>()
  const close = () => setOpen(undefined)
  const { holdsOrder, isPaid } = shown
  const steps = stepsNow(shown).filter((step) => step !== 'refund' || can('refunds'))
  const isOpen = stepsOf[state].length > 0
  return (
    <Panel title={returnStateName(shown)}>
      <p>
        {kind === 'withdrawal' ? 'Withdrawal' : 'Return'} asked for by {customer} ({email}) on{' '}
        {formatDateTime(requestedAt, shop)}.
      </p>
      {refundDueAt && isOpen && (
        <p className="font-medium text-warning">Refund due by {formatDate(refundDueAt, shop)}</p>
      )}
      {wish === 'exchange' && isOpen && (
        <p className="text-quiet">
          The customer would like another item. Refund this return, and{' '}
          <Link to={dashboardLinks.newOrder()} className="underline underline-offset-4 hover:decoration-2">
            make a new order
          </Link>{' '}
          if you have agreed on one.
        </p>
      )}
      {holdsOrder && (
        <p>
          Items of it have not shipped, so the order is on hold. Cancel and refund it there, or release it.
        </p>
      )}
      {answer && <p className="wrap-anywhere text-quiet">Your answer: {answer}</p>}
      <p className="mt-2">
        <Link
          to={dashboardLinks.order(number)}
          className="inline-block py-0.5 underline underline-offset-4 hover:decoration-2"
        >
          Order {serial}
        </Link>
        {shown.hasLabel && (
          <a
            href={dashboardLinks.returnLabel(id)}
            target="_blank"
            rel="noopener"
            className="ml-4 inline-block py-0.5 underline underline-offset-4 hover:decoration-2"
          >
            Print return label<span className="sr-only"> (opens in a new window)</span>
          </a>
        )}
      </p>
      {steps.length > 0 && (
        <p className="mt-4 flex flex-wrap gap-3">
          {steps.map((step, index) => (
            <Button key={step} kind={index === 0 ? 'primary' : 'secondary'} onClick={() => setOpen(step)}>
              {step === 'refund' && !isPaid ? 'Close return' : stepLabels[step]}
            </Button>
          ))}
        </p>
      )}
      {(open === 'approve' || open === 'refuse') && <DecisionDialog id={id} step={open} onClose={close} />}
      {open === 'receive' && <ReceiveDialog shown={shown} onClose={close} />}
      {open === 'refund' && (
        <ActionDialog
          title={isPaid ? 'Refund this return?' : 'Close this return?'}
          text={
            isPaid
              ? `The units that came back are refunded. ${emailNotice('The customer is notified.')}`
              : 'No money of this order is left to refund.'
          }
          action={isPaid ? 'Refund' : 'Close return'}
          isPending={refund.isPending}
          onConfirm={(handlers) => refund.mutate({ id }, handlers)}
          onClose={close}
        />
      )}
    </Panel>
  )
}

function ReturnedItems({ shown: { lines, state, photos } }: { shown: AdminReturn }) {
  const isInspected = state === 'received' || state === 'refunded'
  return (
    <Panel title="Items">
      <ul className="divide-y divide-line">
        {lines.map(({ lineId, productname, options, quantity, reason, cancelled, ...units }) => (
          <li key={lineId} className="py-3 first:pt-0 last:pb-0">
            <p className="font-medium wrap-anywhere">
              {quantity} × {[productname, ...Object.values(options)].join(', ')}
            </p>
            {reason && <p className="text-quiet wrap-anywhere">{reason}</p>}
            {cancelled > 0 && <p className="text-sm text-quiet">{cancelled} cancelled before shipping</p>}
            {isInspected && quantity > cancelled && (
              <p className="text-sm text-quiet">
                {units.restocked} restocked · {units.damaged} damaged · {units.missing} missing
              </p>
            )}
          </li>
        ))}
      </ul>
      {photos.length > 0 && (
        <ul aria-label="Photos of the customer" className="mt-4 flex flex-wrap gap-3">
          {photos.map((photo, index) => (
            <li key={photo.file}>
              <a
                href={links.image(photo.file)}
                target="_blank"
                rel="noopener"
                className="block size-24 overflow-hidden rounded-xs border border-line"
              >
                <ProductImage
                  image={{ ...photo, alt: `Photo ${index + 1} of the customer` }}
                  sizes="thumbnail"
                  className="size-full"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
