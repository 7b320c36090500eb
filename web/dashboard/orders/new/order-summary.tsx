import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { OrderTotals } from '#contract/orders/order-totals.ts'
import type { OrderDraft } from '#contract/orders/manual-order.ts'
import type { ManualQuote } from '#contract/orders/manual-quote.ts'
import { useShop } from '#web/data/shop.ts'
import { exactMoney, money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import type { Handover } from './handover.ts'
import { DraftPapers } from './draft-papers.tsx'
import { HoldFields } from './hold-fields.tsx'

interface OrderSummaryProps {
  form: FormState
  quote: ManualQuote | undefined
  /** The amounts are of an earlier input. */
  isStale: boolean
  /** Why there is no quote of what is typed. */
  problem: string | undefined
  /** A discount of staff is typed. */
  hasDiscount: boolean
  handover: Handover
  /** The choices of the payment. */
  payments: ManualQuote['payments']
  payment: string
  /** The chosen hold of the draft. */
  hold: string
  draft: OrderDraft | undefined
  onPayment(id: string): void
}

/** How the order is paid, what it costs, and the buttons. */
export function OrderSummary(props: OrderSummaryProps) {
  const { form, quote, isStale, problem, hasDiscount, handover, payments, payment, hold, draft } = props
  const format = useShop()
  const paymentError = form.error('payment') ?? form.error('paymentMethod')
  return (
    <div className="grid gap-6 xl:sticky xl:top-6">
      <Panel title="Payment">
        <div className="grid gap-5">
          {/* As high as the usual choices, so that the total does not move. */}
          {!quote && !problem && <Skeleton className={handover === 'counter' ? 'h-[13.85rem]' : 'h-40'} />}
          <RadioCards
            legend="Payment"
            quietLegend
            name="payment"
            value={payment}
            onChange={props.onPayment}
            error={paymentError}
            options={payments.map(({ id, name, text }) => ({
              value: id,
              title: name,
              // At the counter all of them are received.
              text: handover === 'counter' ? undefined : text,
            }))}
          />
          {quote && handover !== 'counter' && !payments.some(({ id }) => id === 'link' || id === 'none') && (
            <p className="text-sm text-quiet">
              To send a payment link, turn on bank transfer or UPI in the{' '}
              <Link to={dashboardLinks.settings('payment')} className="underline underline-offset-4">
                payment settings
              </Link>
              .
            </p>
          )}
          {handover !== 'counter' && quote?.cashProblem && (
            <p className="text-sm text-quiet">{quote.cashProblem}.</p>
          )}
        </div>
      </Panel>
      <Panel title="Total">
        {quote && <Totals totals={quote.totals} isStale={isStale} isDiscount={hasDiscount} />}
        <p role="status" className="sr-only">
          {quote && !isStale && `Total ${money(quote.totals.total, format)}`}
        </p>
        {problem && (
          <p role="status" className="mt-4 font-medium text-danger">
            {problem}
          </p>
        )}
        <div className="mt-4 grid gap-3">
          <FormAlert text={form.message} />
          <Button type="submit" value="placed" aria-disabled={form.busy}>
            {form.busy ? 'Saving…' : handover === 'counter' ? 'Complete sale' : 'Place order'}
          </Button>
          <p className="text-sm text-quiet">Or press Ctrl+Enter.</p>
          {handover !== 'counter' && (
            <>
              <HoldFields form={form} choice={hold} draft={draft} />
              <Button type="submit" value="draft" kind="secondary" aria-disabled={form.busy}>
                {draft ? 'Save draft' : 'Save as draft'}
              </Button>
            </>
          )}
        </div>
      </Panel>
      {draft && <DraftPapers draft={draft} />}
    </div>
  )
}

interface TotalsProps {
  totals: OrderTotals
  isStale: boolean
  /** The amount of the coupon is a discount of staff. */
  isDiscount: boolean
}

function Totals({ totals, isStale, isDiscount }: TotalsProps) {
  const format = useShop()
  const amount = (value: number) => exactMoney(value, format)
  const { subtotal, discount, coupon, shipping, cashfee, tax, taxname, taxincluded, total } = totals
  return (
    <dl
      aria-busy={isStale}
      className="grid gap-2 tabular transition-opacity duration-150 aria-busy:opacity-50 motion-reduce:transition-none"
    >
      <Row name="Subtotal">{amount(subtotal)}</Row>
      {discount > 0 && <Row name="Offers">{amount(-discount)}</Row>}
      {coupon > 0 && <Row name={isDiscount ? 'Discount' : 'Coupon'}>{amount(-coupon)}</Row>}
      <Row name="Delivery">{shipping === cashfee ? 'Free' : amount(shipping - cashfee)}</Row>
      {cashfee > 0 && <Row name="Cash on delivery fee">{amount(cashfee)}</Row>}
      <Row name={taxincluded ? `${taxname}, included` : taxname}>{amount(tax)}</Row>
      <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3 text-xl font-medium">
        <dt>Total</dt>
        <dd data-total>{amount(total)}</dd>
      </div>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
