import type { Image } from '#contract/fields.ts'
import { hasPostalFormat } from '#contract/orders/address/address-format.ts'
import { PICK_UP } from '#contract/orders/order.ts'
import type { OrderDraft, ManualOrderInput } from '#contract/orders/manual-order.ts'
import type { OrderProduct } from '#contract/orders/manual-quote.ts'
import { isStateConfirmed } from '#web/address/state-answer.ts'
import type { QuoteInput } from '#web/data/admin/manual-orders.ts'
import { handoverOf } from './handover.ts'

/** The texts of the fields by name. */
export type Fields = Record<string, string>

/** An item as it is typed. */
export interface OrderItem extends Pick<OrderProduct, 'variantid' | 'productname' | 'options' | 'sku'> {
  image: Image | null
  quantity: string
  /** Empty: the price of the catalog. */
  price: string
  reason: string
}

/** One unit of a variant that was found. */
export const newItem = ({ variantid, productname, options, sku, image }: OrderProduct): OrderItem => ({
  variantid,
  productname,
  options,
  sku,
  image,
  quantity: '1',
  price: '',
  reason: '',
})

/** The items of a draft. */
export const itemsOf = (draft: OrderDraft | undefined): OrderItem[] =>
  (draft?.request.items ?? []).map(({ quantity, price, ...item }) => ({
    ...item,
    image: null,
    quantity: String(quantity),
    price: price === null ? '' : String(price),
  }))

const shippingFields = ['fullName', 'line1', 'line2', 'city', 'state', 'pincode', 'country'] as const

/** The request of an order without its state. Texts that are no numbers stay texts, which the schema refuses. */
export function orderRequest(fields: Fields, items: readonly OrderItem[], draft: OrderDraft | undefined) {
  const text = (name: string) => (fields[name] ?? '').trim()
  const entries = shippingFields.map((name) => [name, text(`shipping.${name}`)] as const)
  const place = { pincode: text('shipping.pincode'), state: text('shipping.state') }
  const shipping = {
    ...Object.fromEntries(entries.filter(([name, value]) => name !== 'country' || value)),
    ...(isStateConfirmed(fields, 'shipping.', place) && { keepstate: true }),
  }
  const handover = handoverOf(fields['handover'], draft)
  // Who picks up gives an address for the invoice, or none.
  const hasAddress = handover === 'delivery' || fields['invoiceAddress'] === 'on'
  const company = hasAddress ? text('billing.company') : ''
  const taxId = hasAddress ? text('billing.taxId') : ''
  const billing = otherBilling(draft) ?? (company || taxId ? shipping : null)
  return {
    contact: {
      email: text('contact.email'),
      phone: text('contact.phone'),
      ...(handover !== 'delivery' && { name: text('contact.name') }),
    },
    shipping: hasAddress ? (shipping as unknown as ManualOrderInput['shipping']) : null,
    billing: hasAddress && billing ? ({ ...billing, company, taxId } as ManualOrderInput['shipping']) : null,
    items: items.map(({ variantid, quantity, price, reason }) => ({
      variantid,
      quantity: quantity.trim(),
      ...(price.trim() !== '' && { price: price.trim(), reason: reason.trim() }),
    })),
    shippingMethod: text('shippingMethod'),
    payment: text('payment'),
    coupon: text('coupon') || null,
    discount: text('discount')
      ? { ...typedDiscount(text('discount')), reason: text('discount.reason') }
      : null,
    note: text('note') || null,
    ...(handover === 'counter' && { handedOver: true }),
  }
}

/** A discount as it is typed: `50`, or `10%`. */
export function typedDiscount(text: string): { percent: string } | { amount: string } {
  return text.endsWith('%') ? { percent: text.slice(0, -1).trim() } : { amount: text }
}

/** Whether the text of a discount is complete. */
export const isDiscount = (text: string): boolean => /^\d{1,10}(\.\d{1,2})?\s*%?$/.test(text)

/** The text of the discount of a draft. */
export function discountText({ discount }: OrderDraft['request']): string {
  if (!discount) return ''
  return discount.percent === undefined ? String(discount.amount) : `${discount.percent}%`
}

/** The billing address of a draft that another program made with two addresses. */
function otherBilling(draft: OrderDraft | undefined) {
  const { shipping, billing } = draft?.request ?? {}
  if (!shipping || !billing) return undefined
  return shippingFields.every((name) => shipping[name] === billing[name]) ? undefined : billing
}

/** What the costs depend on, as far as it is typed and valid. */
export function quoteInput(fields: Fields, items: readonly OrderItem[], draft?: string): QuoteInput {
  const text = (name: string) => (fields[name] ?? '').trim()
  const country = text('shipping.country')
  const pincode = text('shipping.pincode')
  const isFull = pincode.length > 2 && hasPostalFormat(country || 'IN', pincode)
  return {
    items: items.map(({ variantid, quantity, price }) => ({
      variantid,
      quantity: /^[1-9]\d{0,2}$/.test(quantity.trim()) ? Number(quantity) : 1,
      ...(/^\d{1,10}(\.\d{1,3})?$/.test(price.trim()) && { price: Number(price) }),
    })),
    ...(draft !== undefined && { draft }),
    ...(country && { country }),
    ...(text('shipping.state') && { state: text('shipping.state') }),
    ...(isFull && { pincode }),
    ...(text('billing.taxId') && { taxId: text('billing.taxId') }),
    ...(text('contact.email') && { email: text('contact.email') }),
    ...(fields['handover'] && fields['handover'] !== 'delivery'
      ? { shippingMethod: PICK_UP }
      : text('shippingMethod') && { shippingMethod: text('shippingMethod') }),
    ...(text('payment') && { payment: text('payment') }),
    ...(text('coupon') && { coupon: text('coupon').slice(0, 40) }),
    ...(isDiscount(text('discount')) && {
      discount: typedDiscount(text('discount')),
    }),
  }
}
