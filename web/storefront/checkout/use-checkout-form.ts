import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartSummary } from '#contract/cart/cart.ts'
import type { Address } from '#contract/identity/account.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import type { Checkout } from '#contract/orders/checkout.ts'
import { useAddressChanges } from '#web/data/account/addresses.ts'
import type { OrderInput } from '#web/data/checkout/checkout-draft.ts'
import { knownPostalCode } from '#web/data/postal-code.ts'
import { useShop } from '#web/data/shop.ts'
import { ApiError } from '#web/lib/api.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import {
  firstProblem,
  orderBody,
  postalAddress,
  stateProblem,
  type Fields,
  type selectAddress,
} from './checkout-body.ts'
import type { BuyNowItem } from './buy-now-item.ts'
import type { CheckoutDraft } from './use-draft.ts'

export interface CheckoutFormProps {
  user: CurrentUser | null
  item: BuyNowItem | undefined
  /** The checkout of an agent that the order completes. */
  session: string | undefined
  addresses: readonly Address[]
  draft: CheckoutDraft
  place(body: OrderInput, placed: () => Promise<void>): Promise<void>
  /** Why the server refused the previous attempt. */
  refused: RefusedForm | undefined
  /** The idempotency key of the form that the server has rendered. */
  formKey: string | undefined
  checkout: Checkout
  /** The costs are loading. */
  busy: boolean
  error: Error | null
  refresh(): Promise<Checkout | undefined>
  /** The costs with another coupon. Rejects with an `ApiError`. */
  quoteWith(coupon: string): Promise<Checkout>
}

/** The state of the checkout form. `changes` lists what has changed since the shopper saw the total. */
export function useCheckoutForm(props: CheckoutFormProps, selected: ReturnType<typeof selectAddress>) {
  const { user, item, session, draft, place, refused, checkout, refresh, quoteWith } = props
  const format = useShop()
  const client = useQueryClient()
  const { save } = useAddressChanges()
  const [changes, setChanges] = useState<string[]>([])
  const { summary, lines } = checkout
  const { saved } = selected

  const form = useForm({
    schema: async () => (await import('#contract/orders/order.ts')).placeOrder.input,
    refused,
    read: (fields) =>
      orderBody(fields, {
        saved,
        items: item && [item],
        expectedTotal: summary.total,
        expectedCredit: checkout.credit.covers,
        deposit: checkout.deposit,
        session,
      }),
    check: (fields) => pinCodeProblem(fields) ?? firstProblem(lines, fields),
    hiddenFields: ['items', 'expectedTotal', 'expectedCredit', 'expectedDeposit', 'storeCredit', 'session'],
    async submit(body) {
      setChanges([])
      const { fields } = draft
      const order = await withTypedCoupon(body, (fields['couponText'] ?? '').trim())
      await place(order, () => saveAddress(fields, order)).catch(async (failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure
        if (isAboutCredit(failure) || failure.code === 'deposit_changed') await refresh()
        if (failure.code !== 'total_changed') throw failure
        throw changedTotal(await refresh())
      })
    },
  })

  function pinCodeProblem(fields: Fields) {
    const known = (prefix: 'shipping' | 'billing') =>
      knownPostalCode(client, (fields[`${prefix}.pincode`] ?? '').trim()) ?? undefined
    const shipping = saved ? undefined : stateProblem(fields, 'shipping', known('shipping'))
    return shipping ?? stateProblem(fields, 'billing', known('billing'))
  }

  /** A code that was typed and not applied counts, too. Rejects if it does not apply or the prices have changed. */
  async function withTypedCoupon(body: OrderInput, coupon: string): Promise<OrderInput> {
    if (coupon === '' || body.coupon) return body
    const quote = await quoteWith(coupon)
    draft.update({ coupon })
    const problem = quote.coupon?.problem
    if (problem) {
      const issues = [{ path: 'coupon', message: problem }]
      throw new ApiError(409, { message: problem, code: 'coupon_refused', issues })
    }
    if (quote.summary.total > summary.total) throw changedTotal(quote)
    const { covers } = quote.credit
    const credit = body.expectedCredit === undefined ? {} : { expectedCredit: covers }
    // Less is due with the coupon, and so may be the deposit.
    const deposit = body.expectedDeposit ? { expectedDeposit: quote.deposit?.amount ?? 0 } : {}
    return { ...body, ...credit, ...deposit, coupon, expectedTotal: quote.summary.total }
  }

  async function saveAddress(fields: Fields, { shipping, contact }: OrderInput) {
    if (!user || saved || fields['save'] !== 'on') return
    await save({ ...postalAddress(shipping), phone: contact.phone })
  }

  /** Lists what has changed for review. */
  function changedTotal(current: Checkout | undefined): Error {
    if (current) setChanges(totalChanges(summary, current.summary, format))
    const amount = (total: number) => exactMoney(total, format)
    const totals = current ? ` from ${amount(summary.total)} to ${amount(current.summary.total)}` : ''
    return new Error(`Your total changed${totals}. Please review it and place your order again.`)
  }

  return { form, changes }
}

/** Whether the balance of a gift card or of store credit is another one than the page shows. */
const isAboutCredit = ({ code }: ApiError) => code === 'credit_changed' || code === 'gift_card_refused'

/** Describes all differences between the displayed summary and the current one. */
export function totalChanges(previous: CartSummary, current: CartSummary, format: MoneyFormat): string[] {
  const amount = (value: number) => exactMoney(value, format)
  const describe = (name: string, before: number, after: number) =>
    before === after ? [] : [`${name}: ${amount(before)} before, ${amount(after)} now`]
  const lineChanges = current.lines.flatMap(({ variantid, productname, linetotal }) => {
    const before = previous.lines.find((line) => line.variantid === variantid)
    return before
      ? describe(productname, before.linetotal, linetotal)
      : [`${productname}: ${amount(linetotal)}, new in your cart`]
  })
  const removed = previous.lines
    .filter(({ variantid }) => !current.lines.some((line) => line.variantid === variantid))
    .map(({ productname }) => `${productname}: no longer included`)
  return [
    ...lineChanges,
    ...removed,
    ...describe('Coupon', previous.coupon, current.coupon),
    ...describe('Shipping', previous.shipping - previous.cashfee, current.shipping - current.cashfee),
    ...describe('Cash on delivery fee', previous.cashfee, current.cashfee),
    ...describe('Total', previous.total, current.total),
  ]
}
