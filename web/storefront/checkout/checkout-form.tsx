import { useState } from 'react'
import type { Address } from '#contract/people/account.ts'
import type { CurrentUser } from '#contract/people/auth.ts'
import type { CartSummary } from '#contract/orders/cart.ts'
import type { Checkout } from '#contract/orders/checkout.ts'
import { placeOrder } from '#contract/orders/order.ts'
import { useAddressChanges } from '../../data/account/addresses.ts'
import type { OrderInput } from '../../data/checkout-draft.ts'
import { useShop } from '../../data/shop.ts'
import { ApiError } from '../../lib/api.ts'
import { exactMoney } from '../../lib/format/money.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { orderBody, firstProblem, type Fields } from './checkout-body.ts'
import { selectAddress } from './checkout-body.ts'
import { Cost } from './cost.tsx'
import { CheckoutSections } from './sections/checkout-sections.tsx'
import { useAnnouncedTotal } from '../totals/use-announced-total.ts'
import { totalChanges } from './total-changes.ts'
import { TotalBar } from './cost.tsx'
import type { CheckoutDraft } from './use-draft.ts'
import type { BuyNowItem } from './buy-now-item.ts'

interface CheckoutFormProps {
  user: CurrentUser | null
  item: BuyNowItem | undefined
  addresses: readonly Address[]
  draft: CheckoutDraft
  place(body: OrderInput, placed: () => Promise<void>): Promise<void>
  /** Why the server refused the previous attempt. */
  refusal: string
  checkout: Checkout
  /** The costs are loading. */
  busy: boolean
  error: Error | null
  refresh(): Promise<Checkout | undefined>
}

/** The checkout form with the total always in view. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { user, item, addresses, draft, place, refusal, checkout, busy, error, refresh } = props
  const format = useShop()
  const { save } = useAddressChanges()
  const [changes, setChanges] = useState<string[]>([])
  const { summary, lines, countries } = checkout
  const selected = selectAddress(addresses, draft.fields, countries)
  const { announcement } = useAnnouncedTotal(summary.total, busy)

  const form = useForm({
    schema: placeOrder.input,
    refused: refusal ? { message: refusal, issues: [], values: {} } : undefined,
    read: (fields) =>
      orderBody(fields, {
        saved: selected.saved,
        items: item && [item],
        expectedTotal: summary.total,
      }),
    check: (fields) => firstProblem(lines, fields),
    hiddenFields: ['items', 'expectedTotal'],
    async submit(body) {
      setChanges([])
      const { fields } = draft
      await place(body, () => saveAddress(fields, body)).catch(explainChangedTotal)
    },
  })

  async function saveAddress(fields: Fields, { shipping, contact }: OrderInput) {
    if (user && !selected.saved && fields['save'] === 'on') await save({ ...shipping, phone: contact.phone })
  }

  /** If the total has changed, lists the changes for review. Rethrows every error. */
  async function explainChangedTotal(failure: unknown): Promise<never> {
    if (!(failure instanceof ApiError) || failure.code !== 'total_changed') throw failure
    const current = (await refresh())?.summary
    if (current) setChanges(totalChanges(summary, current, format))
    throw new Error(changedTotalMessage(summary, current, (amount) => exactMoney(amount, format)))
  }

  const total = exactMoney(summary.total, format)
  const cost = { checkout, busy, error, format, onRetry: () => void refresh() }
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Form
        form={{
          ...form,
          props: {
            ...form.props,
            onInput(event) {
              form.props.onInput?.(event)
              draft.updateFromForm(event.currentTarget)
            },
          },
        }}
        label="Checkout"
        action={`Place order · ${total}`}
        busyAction="Placing your order…"
        disabled={checkout.paymentMethods.length === 0}
        className="min-w-0"
      >
        <CheckoutSections
          user={user}
          item={item}
          addresses={addresses}
          selected={selected}
          draft={draft}
          checkout={checkout}
          format={format}
          form={form}
        />
        {changes.length > 0 && (
          <ul aria-label="Changes" className="list-disc rounded-xs bg-card py-4 pr-4 pl-9 tabular">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
      </Form>
      <aside
        aria-label="Order Summary"
        className="hidden rounded-xs bg-card p-6 lg:sticky lg:top-[calc(var(--spacing-bar)+2rem)] lg:block lg:max-h-[calc(100dvh-var(--spacing-bar)-4rem)] lg:overflow-y-auto"
      >
        <h2 className="mb-5 font-display text-2xl">Order Summary</h2>
        <Cost {...cost} />
      </aside>
      <TotalBar {...cost} />
    </div>
  )
}

function changedTotalMessage(
  previous: CartSummary,
  current: CartSummary | undefined,
  amount: (value: number) => string,
) {
  const totals = current ? ` from ${amount(previous.total)} to ${amount(current.total)}` : ''
  return `Your total changed${totals}. Please review it and place your order again.`
}
