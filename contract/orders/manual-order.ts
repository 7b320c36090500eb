import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { optionalMoment } from '../admin-fields.ts'
import {
  amount,
  flag,
  id,
  limit,
  moment,
  page,
  percent,
  quantity,
  text,
  totalAmount,
  version,
} from '../fields.ts'
import { contact, couponCode, methodId, orderAddress, PICK_UP, whichOrder } from './order.ts'

/** An item with a price of its own, or with that of the catalog. */
const item = z
  .strictObject({
    variantid: id.optional(),
    productid: id.optional().describe('enough for a product without options'),
    quantity,
    price: amount
      .optional()
      .describe('major units per unit; absent: the price of the catalog with its offer'),
    reason: text(200).trim().optional().describe('why this price; required with one'),
  })
  .refine(({ variantid, productid }) => variantid !== undefined || productid !== undefined, {
    path: ['variantid'],
    error: 'Choose a product',
  })
  .refine(({ price, reason }) => price === undefined || Boolean(reason), {
    path: ['reason'],
    error: 'Enter a reason for this price',
  })

const discountReason = text(200).trim()

/** A discount on the whole order, as staff type it. */
const discount = z.strictObject({
  percent: percent.optional(),
  amount: amount.optional().describe('major units, at most the value of the items'),
  reason: discountReason.min(1, 'Enter a reason for this discount'),
})

const isOneDiscount = ({ percent: share, amount: fixed }: { percent?: number; amount?: number }) =>
  (share === undefined) !== (fixed === undefined)
const twoDiscounts = { path: ['amount'], error: 'Enter an amount or a percentage' }

/** The discount of an order of staff. */
export const staffDiscount = discount.refine(isOneDiscount, twoDiscounts)
/** The same while its reason may be missing. */
export const quotedDiscount = discount
  .extend({ reason: discountReason.default('') })
  .refine(isOneDiscount, twoDiscounts)

/** A draft holds stock for that many days at most. */
export const MAX_HOLD_DAYS = 30

/** What the customer was told. */
const expectedTotal = totalAmount
  .nullish()
  .describe('major units; placing answers 409 total_changed for any other total')

/** At the counter and by phone people leave no email: they are known by phone then. Who picks up may leave nothing. */
const staffContact = contact.extend({
  name: text(200).trim().default('').describe('of who picks up, where no address has it'),
  phone: z
    .union([z.literal(''), contact.shape.phone])
    .default('')
    .describe('required for a delivery'),
  email: z
    .union([z.literal(''), contact.shape.email])
    .default('')
    .describe('empty or absent: the customer gets no email'),
})

const manualOrderFields = z.strictObject({
  contact: staffContact,
  shipping: orderAddress.nullish().describe('absent only for a pick-up, which has the address of the shop'),
  billing: orderAddress.nullish().describe('absent: the same as shipping'),
  items: z.array(item).min(1, 'Add at least one item').max(100, 'Up to 100 different items'),
  shippingMethod: methodId,
  state: z.enum(['draft', 'placed']),
  payment: methodId.describe(
    '`link`: the customer pays on the order page; `paid`, `cash`, `card` or `upi_paid`: already paid; or a method',
  ),
  coupon: couponCode.nullish(),
  discount: staffDiscount.nullish().describe('on all items; not together with a coupon'),
  note: text(1000).trim().nullish(),
  expectedTotal,
  handedOver: flag
    .default(false)
    .describe('at the counter: a pick-up that is paid, and whose items the customer takes along'),
  holdUntil: optionalMoment
    .optional()
    .describe(
      `of a draft: until when it reserves its items, at most ${MAX_HOLD_DAYS} days; null: no longer; absent: as before`,
    ),
})

/** A delivery needs an address and a phone number. */
function checkDelivery(
  {
    contact: { phone },
    shipping,
    shippingMethod,
  }: Pick<z.output<typeof manualOrderFields>, 'contact' | 'shipping' | 'shippingMethod'>,
  context: z.RefinementCtx,
): void {
  if (shippingMethod === PICK_UP) return
  const require = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (!shipping) require(['shipping'], 'Enter an address, or choose pick-up')
  if (!phone) require(['contact', 'phone'], 'Please enter your phone number')
}

export const manualOrderInput = manualOrderFields.superRefine(checkDelivery)
export type ManualOrderInput = z.output<typeof manualOrderInput>

/** An address as it was stored. */
const storedAddress = z.object({
  fullName: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
  company: z.string(),
  taxId: z.string(),
})

const manualOrder = z.object({
  number: z.string().describe('opaque, for links'),
  serial: z.string().nullable().describe('for people, such as 2026-000123; null: a draft'),
  total: z.number().describe('major units'),
  paymentUrl: z.string().optional().describe('the order page where the customer pays'),
})
export type ManualOrder = z.infer<typeof manualOrder>

export const createManualOrder = endpoint({
  method: 'POST',
  path: 'admin/orders',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Places an order for a customer, or saves it as a draft, which takes no stock unless it holds it',
  input: manualOrderInput,
  answer: z.object({ data: manualOrder }),
})

export const placeDraft = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/place',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Places a draft, at the prices and the stock of now',
  input: z.strictObject({ number: whichOrder.number, expectedTotal }),
  answer: z.object({ data: manualOrder }),
})

const heldUntil = moment.nullable().describe('its items are reserved until then; null: they are not')

export const getOrderDrafts = endpoint({
  method: 'GET',
  path: 'admin/order-drafts',
  audience: 'staff:orders',
  summary: 'Lists the draft orders, newest first',
  input: z.strictObject({ page: page.default(1), limit: limit.default(20) }),
  answer: z.object({
    data: z.array(
      z.object({
        id: z.number().int(),
        number: z.string(),
        customer: z.string().describe('the name on the delivery address, or of who picks up'),
        email: z.string(),
        phone: z.string(),
        quantity: z.number().int().describe('units of all lines'),
        note: z.string(),
        createdAt: moment,
        heldUntil,
      }),
    ),
    total: z.number().int(),
  }),
})

/** What a draft orders. It is placed by a call of its own. */
const draftFields = manualOrderFields.omit({ state: true, expectedTotal: true, handedOver: true })

export const getOrderDraft = endpoint({
  method: 'GET',
  path: 'admin/order-drafts/:number',
  audience: 'staff:orders',
  summary: 'Reads a draft order for its form',
  input: z.strictObject({ number: whichOrder.number }),
  answer: z.object({
    data: z.object({
      id: z.number().int(),
      number: z.string(),
      version,
      heldUntil,
      proFormaUrl: z.string().describe('opens its pro forma invoice for the customer'),
      request: z.object({
        contact: z.object({ email: z.string(), phone: z.string(), name: z.string() }),
        shipping: storedAddress.nullish(),
        billing: storedAddress.nullish(),
        items: z.array(
          z.object({
            variantid: z.number().int(),
            productname: z.string(),
            options: z.record(z.string(), z.string()),
            sku: z.string(),
            quantity: z.number().int(),
            price: z.number().nullable().describe('major units per unit; null: that of the catalog'),
            reason: z.string(),
          }),
        ),
        shippingMethod: z.string(),
        payment: z.string(),
        coupon: z.string().nullish(),
        discount: z
          .object({ percent: z.number().optional(), amount: z.number().optional(), reason: z.string() })
          .nullish(),
        note: z.string().nullish(),
      }),
    }),
  }),
})
export type OrderDraft = z.output<typeof getOrderDraft.answer>['data']

export const updateOrderDraft = endpoint({
  method: 'PUT',
  path: 'admin/order-drafts/:number',
  audience: 'staff:orders',
  summary: 'Replaces what a draft order orders',
  input: draftFields
    .extend({ number: whichOrder.number, version: version.optional() })
    .superRefine(checkDelivery),
  answer: z.object({ data: manualOrder }),
})

export const releaseOrderDraft = endpoint({
  method: 'POST',
  path: 'admin/order-drafts/:number/release',
  audience: 'staff:orders',
  summary: 'Releases the items that a draft order holds',
  input: z.strictObject({ number: whichOrder.number }),
  answer: z.object({}),
})

export const deleteOrderDraft = endpoint({
  method: 'DELETE',
  path: 'admin/order-drafts/:number',
  audience: 'staff:orders',
  summary: 'Deletes a draft order and releases its items',
  input: z.strictObject({ number: whichOrder.number }),
  answer: z.object({}),
})

export const manualOrderEndpoints = [
  createManualOrder,
  placeDraft,
  getOrderDrafts,
  getOrderDraft,
  updateOrderDraft,
  releaseOrderDraft,
  deleteOrderDraft,
] as const
