import { links } from '#contract/links.ts'
import type { Checkout } from '#contract/orders/checkout.ts'
import { errorMessage } from '#web/lib/api.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { trackBottomBar } from '#web/ui/track-bottom-bar.ts'
import { inlineLink } from '#web/storefront/account/narrow-page.tsx'
import { PriceDetails } from '#web/storefront/totals/price-details.tsx'
import { Totals } from '#web/storefront/totals/totals.tsx'
import type { BuyNowItem } from '../buy-now-item.ts'
import type { CheckoutDraft } from '../use-draft.ts'
import { CouponField } from './coupon-field.tsx'
import { CreditRows } from './credit-rows.tsx'
import { depositDue, DepositRows } from './deposit-rows.tsx'
import { OrderedItems } from './ordered-items.tsx'

interface OrderProps {
  checkout: Checkout
  busy: boolean
  form: FormState
  format: MoneyFormat
}

interface CheckoutSummaryProps extends OrderProps {
  item: BuyNowItem | undefined
  draft: CheckoutDraft
  changes: readonly string[]
  error: Error | null
  onRetry(): void
}

const summaryId = 'order-summary'

/** What is ordered, what it costs, and the button that orders it. */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { checkout, busy, form, format, item, draft, changes, error, onRetry } = props
  const { summary, coupon, lines } = checkout
  return (
    <aside
      id={summaryId}
      aria-label="Order Summary"
      className="min-w-0 rounded-xs bg-card p-5 sm:p-8 lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto lg:p-6"
    >
      <OrderedItems lines={lines} item={item} format={format} errorOf={(name) => form.field(name).error} />
      <CouponField draft={draft} checkout={checkout} error={form.field('coupon').error} format={format} />
      <div className="mt-5 border-t border-line pt-5">
        <Totals totals={summary} format={format} busy={busy} coupon={coupon?.problem ? null : coupon?.code} />
        <CreditRows credit={checkout.credit} format={format} />
        <DepositRows deposit={depositDue(checkout)} format={format} />
        {summary.lines.length > 0 && <PriceDetails lines={summary.lines} totals={summary} format={format} />}
      </div>
      {error && (
        <div role="alert" className="mt-4">
          <p className="text-danger">{errorMessage(error)}</p>
          <Button kind="secondary" className="mt-3" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      <div className="mt-5 grid gap-4 lg:sticky lg:-bottom-6 lg:-mx-6 lg:-mb-6 lg:bg-card lg:px-6 lg:pt-2 lg:pb-6">
        {changes.length > 0 && (
          <ul aria-label="Changes" className="list-disc rounded-xs bg-ground py-4 pr-4 pl-9 tabular">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
        <FormAlert text={form.message} />
        <div className="max-lg:hidden">
          <PlaceOrder checkout={checkout} form={form} format={format} />
        </div>
        <p className="text-sm text-quiet">
          By placing your order you agree to our{' '}
          <a href={links.page('terms')} className={inlineLink}>
            terms
          </a>
          . See how we handle{' '}
          <a href={links.page('help/returns')} className={inlineLink}>
            returns
          </a>{' '}
          and{' '}
          <a href={links.page('privacy-policy')} className={inlineLink}>
            your data
          </a>
          .
        </p>
      </div>
    </aside>
  )
}

/** The button with what is paid now, or on delivery if nothing is before. */
function PlaceOrder({ checkout, form, format }: Omit<OrderProps, 'busy'>) {
  const deposit = depositDue(checkout)
  const amount = deposit
    ? `${exactMoney(deposit.amount, format)} now`
    : exactMoney(checkout.credit.rest, format)
  return (
    <Button
      type="submit"
      disabled={checkout.paymentMethods.length === 0}
      aria-disabled={form.busy}
      className="w-full"
    >
      {form.busy ? 'Placing your order…' : `Place order · ${amount}`}
    </Button>
  )
}

/** The button at the bottom of small screens, with a link to the summary. */
export function TotalBar({ checkout, busy, form, format }: OrderProps) {
  return (
    <div
      ref={trackBottomBar}
      data-total-bar
      className="sticky bottom-0 z-30 -mx-(--gutter) flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line bg-card px-(--gutter) py-2.5 shadow-[0_-4px_16px_rgb(0_0_0/0.08)] lg:hidden"
    >
      <a href={`#${summaryId}`} className={`py-2 underline underline-offset-4 ${busy ? 'opacity-50' : ''}`}>
        Summary
      </a>
      <div className="min-w-0 grow">
        <PlaceOrder checkout={checkout} form={form} format={format} />
      </div>
    </div>
  )
}
