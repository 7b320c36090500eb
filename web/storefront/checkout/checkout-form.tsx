import { useState } from 'react'
import type { Address } from '#contract/account.ts'
import type { CurrentUser } from '#contract/auth.ts'
import type { CartSummary } from '#contract/cart.ts'
import type { Checkout } from '#contract/checkout.ts'
import { placeOrder } from '#contract/order.ts'
import { useAddressChanges } from '../../data/addresses.ts'
import type { OrderInput } from '../../data/checkout-draft.ts'
import { useShop } from '../../data/shop.ts'
import { ApiError } from '../../lib/api.ts'
import { exactMoney } from '../../lib/money.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { bodyOf, firstObstacle, type Fields } from './checkout-body.ts'
import { chosenAddress } from './chosen-address.ts'
import { Cost } from './cost.tsx'
import { CheckoutParts } from './checkout-parts.tsx'
import { totalChanges } from './total-changes.ts'
import { TotalBar } from './total-bar.tsx'
import type { CheckoutDraft } from './use-draft.ts'
import { useSaidTotal } from './use-said-total.ts'
import type { WantedItem } from './wanted-item.ts'

interface CheckoutFormProps {
  user: CurrentUser | null
  item: WantedItem | undefined
  addresses: readonly Address[]
  draft: CheckoutDraft
  place(body: OrderInput, placed: () => Promise<void>): Promise<void>
  /** Why the order was refused that was sent before this form was shown. */
  refusal: string
  checkout: Checkout
  /** The costs are on their way. */
  busy: boolean
  error: Error | null
  refresh(): Promise<Checkout | undefined>
}

/** All that an order needs, one below the other, with its total always in view. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { user, item, addresses, draft, place, refusal, checkout, busy, error, refresh } = props
  const format = useShop()
  const { save } = useAddressChanges()
  const [changes, setChanges] = useState<string[]>([])
  const { summary, lines, countries } = checkout
  const chosen = chosenAddress(addresses, draft.fields, countries)
  const said = useSaidTotal(summary.total, busy)

  const form = useForm({
    schema: placeOrder.input,
    refused: refusal ? { message: refusal, issues: [], values: {} } : undefined,
    read: (fields) =>
      bodyOf(fields, {
        saved: chosen.saved,
        items: item && [item],
        expectedTotal: summary.total,
      }),
    check: (fields) => firstObstacle(lines, fields),
    unseen: ['items', 'expectedTotal'],
    async submit(body) {
      setChanges([])
      const typed = draft.fields
      await place(body, () => saveAddress(typed, body)).catch(explain)
    },
  })

  async function saveAddress(fields: Fields, { shipping, contact }: OrderInput) {
    if (user && !chosen.saved && fields['save'] === 'on') await save({ ...shipping, phone: contact.phone })
  }

  /** Refused because the total is another one: says what has changed, for a second look. */
  async function explain(failure: unknown): Promise<never> {
    if (!(failure instanceof ApiError) || failure.code !== 'total_changed') throw failure
    const now = (await refresh())?.summary
    if (now) setChanges(totalChanges(summary, now, format))
    throw new Error(totalWords(summary, now, (amount) => exactMoney(amount, format)))
  }

  const total = exactMoney(summary.total, format)
  const cost = { checkout, busy, error, format, onRetry: () => void refresh() }
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
      <p role="status" className="sr-only">
        {said && `Total: ${said}`}
      </p>
      <Form
        form={{
          ...form,
          props: {
            ...form.props,
            onInput(event) {
              form.props.onInput?.(event)
              draft.keepForm(event.currentTarget)
            },
          },
        }}
        label="Checkout"
        action={`Place order · ${total}`}
        busyAction="Placing your order…"
        disabled={checkout.paymentMethods.length === 0}
        className="min-w-0"
      >
        <CheckoutParts
          user={user}
          item={item}
          addresses={addresses}
          chosen={chosen}
          draft={draft}
          checkout={checkout}
          format={format}
          form={form}
        />
        {changes.length > 0 && (
          <ul aria-label="What has changed" className="list-disc rounded-xs bg-card py-4 pr-4 pl-9 tabular">
            {changes.map((words) => (
              <li key={words}>{words}</li>
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

function totalWords(seen: CartSummary, now: CartSummary | undefined, amount: (value: number) => string) {
  const sums = now ? ` It was ${amount(seen.total)} and is ${amount(now.total)} now.` : ''
  return `The total has changed since you have seen it.${sums} If this is fine, please place the order once more.`
}
