import { useState } from 'react'
import type { AdminOrder } from '#contract/admin-order.ts'
import type { OrderRefund } from '#contract/order-money.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { money } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { AskDialog } from './ask-dialog.tsx'

const refundWords: Record<OrderRefund['status'], string> = {
  waiting: 'on its way back',
  done: 'paid back',
  failed: 'could not be paid back',
}

const needsYou = ({ status }: OrderRefund) =>
  status === 'failed' ? 'has not arrived, and has to be sent another way' : 'has to be sent by you'

/** What was paid back, and what somebody has yet to send. */
export function Refunds({ order: { number, refunds, currency } }: { order: AdminOrder }) {
  const shop = useShop()
  const { settle } = useOrderWork()
  const [asking, setAsking] = useState<OrderRefund>()
  const amountOf = ({ amount }: OrderRefund) => money(amount, { ...shop, currency })
  return (
    <>
      <h3 className="mt-6 font-medium">Paid back</h3>
      <ul className="mt-2 grid gap-2 text-sm">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>
                {amountOf(refund)}: {refund.byHand ? needsYou(refund) : refundWords[refund.status]}
              </span>
              <span className="text-quiet">
                {refund.who}, {momentOf(refund.at, shop)}
              </span>
            </span>
            {refund.reason && <span className="block text-quiet wrap-anywhere">{refund.reason}</span>}
            {refund.problem && <span className="block text-danger wrap-anywhere">{refund.problem}</span>}
            {refund.byHand && (
              <Button kind="secondary" className="mt-2" onClick={() => setAsking(refund)}>
                I have sent {amountOf(refund)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <AskDialog
          title="Is the money sent?"
          text={`The customer is told that ${amountOf(asking)} were paid back.`}
          action="Yes, it is sent"
          run={() => settle({ number, id: asking.id })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}
