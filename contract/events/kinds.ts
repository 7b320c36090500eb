import { z } from 'zod'

const id = z.number().int()

const amounts = new WeakSet<z.core.$ZodType>()

/** An amount of money: major units of the event's `currency`. The shop stores its events in minor units. */
export function amount(description = 'major units of the currency') {
  const schema = z.number().describe(description)
  amounts.add(schema)
  return schema
}

/** Whether `amount` made this schema. */
export const isAmount = (schema: z.core.$ZodType): boolean => amounts.has(schema)

const currency = z.string().describe('ISO 4217')

const orderNames = {
  number: z.string().describe('in URLs and calls'),
  serial: z.string().describe('for people, such as 2026-000123'),
}
const exampleNames = { number: '7K2M-9QXT-04CD', serial: '2026-000123' }

const order = z.object({
  ...orderNames,
  status: z.string(),
  currency,
  total: amount(),
  paid: amount(),
  refunded: amount(),
  paymentMethod: z.string(),
  shippingMethod: z.string(),
  customerid: id.nullable().describe('null: a guest'),
  source: z
    .string()
    .nullable()
    .describe('host of the platform whose agent ordered, such as agent.example; null: the shop itself'),
  lines: z.array(z.object({ productid: id, variantid: id, sku: z.string(), quantity: z.number().int() })),
})
const exampleOrder = {
  ...exampleNames,
  status: 'confirmed',
  currency: 'INR',
  total: 2366.5,
  paid: 0,
  refunded: 0,
  paymentMethod: 'cod',
  shippingMethod: 'standard',
  customerid: 12,
  source: null,
  lines: [{ productid: 7, variantid: 31, sku: 'LAMP-SAGE', quantity: 2 }],
}

const moved = { amount: amount('of this payment or refund') }

/** What was sent, or what came back. */
const someLines = z.array(z.object({ variantid: id, sku: z.string(), quantity: z.number().int() }))
const exampleLines = [{ variantid: 31, sku: 'LAMP-SAGE', quantity: 2 }]

const product = z.object({
  productid: id,
  name: z.string(),
  slug: z.string(),
  status: z.enum(['draft', 'live', 'archived']),
})
const exampleProduct = { productid: 7, name: 'Lamp', slug: 'lamp', status: 'live' as const }

const stock = z.object({
  variantid: id,
  productid: id,
  sku: z.string().nullable(),
  available: z
    .number()
    .int()
    .nullable()
    .describe('can be sold now; below 0 if orders took more; null: not counted'),
  onHand: z.number().int().nullable().describe('with the units reserved for orders; null: not counted'),
  tracked: z.boolean().describe('whether the stock is counted'),
  sellWhenSoldOut: z.boolean().describe('whether orders may take more than there is'),
})
const exampleStock = {
  variantid: 31,
  productid: 7,
  sku: 'LAMP-SAGE',
  available: 3,
  onHand: 4,
  tracked: true,
  sellWhenSoldOut: false,
}

const customer = z.object({ customerid: id })
const exampleCustomer = { customerid: 12 }

const kind = <S extends z.ZodType>(subject: string, summary: string, data: S, example: z.output<S>) => ({
  /** What the event is about, as an example: events of one subject arrive in order. */
  subject,
  summary,
  data,
  example,
})

const orderSubject = 'order:7K2M-9QXT-04CD'
const aboutOrder = (summary: string) => kind(orderSubject, summary, order, exampleOrder)
const aboutPayment = (summary: string) =>
  kind(orderSubject, summary, order.extend(moved), { ...exampleOrder, paid: 2366.5, amount: 2366.5 })
const aboutProduct = (summary: string) => kind('product:7', summary, product, exampleProduct)
const aboutStock = (summary: string) => kind('variant:31', summary, stock, exampleStock)
const aboutCustomer = (summary: string) => kind('customer:12', summary, customer, exampleCustomer)

/** Every kind of event with its data. Data has ids instead of names and addresses of people. */
export const eventKinds = {
  'order.placed': aboutOrder('An order was placed, paid or not'),
  'order.edited': aboutOrder('The items of an order were changed by staff'),
  'order.paid': aboutPayment('A payment for an order arrived'),
  'order.shipped': kind(
    orderSubject,
    'An order, or a part of it, was shipped',
    z.object({
      ...orderNames,
      status: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      trackingUrl: z.string(),
      lines: someLines.optional().describe('what was shipped; absent: all items'),
    }),
    {
      ...exampleNames,
      status: 'shipped',
      carrier: 'India Post',
      trackingNumber: 'EX123456789IN',
      trackingUrl: '',
      lines: exampleLines,
    },
  ),
  'order.held': aboutOrder(
    'An order must not ship, because its buyer has withdrawn from items that have not shipped',
  ),
  'order.released': aboutOrder('An order on hold may ship again, without the items that were cancelled'),
  'order.delivered': aboutOrder('An order was delivered'),
  'order.cancelled': aboutOrder(
    'An order was cancelled by its customer, by staff, or because nobody paid it',
  ),
  'order.refunded': aboutPayment('A refund of an order was issued'),
  'order.returned': kind(
    orderSubject,
    'An order, or a part of it, came back',
    z.object({
      ...orderNames,
      status: z.string(),
      lines: someLines.optional().describe('what came back; absent: all items'),
    }),
    { ...exampleNames, status: 'returned', lines: exampleLines },
  ),
  'product.created': aboutProduct('A product was added, or its deletion was undone'),
  'product.updated': aboutProduct('A product was edited'),
  'product.removed': aboutProduct('A product was deleted'),
  'price.changed': kind(
    'product:7',
    'The price of a variant changed',
    z.object({
      productid: id,
      variantid: id,
      sku: z.string().nullable(),
      currency,
      price: amount(),
      previousPrice: amount(),
    }),
    { productid: 7, variantid: 31, sku: 'LAMP-SAGE', currency: 'INR', price: 1099, previousPrice: 1299 },
  ),
  'stock.changed': aboutStock('The stock of a variant changed'),
  'stock.low': aboutStock('The stock of a variant fell to its threshold'),
  'stock.back': aboutStock('A variant that was sold out is available again'),
  'customer.registered': aboutCustomer('A customer opened an account'),
  'customer.changed': aboutCustomer('The name, email address or state of an account changed'),
  'customer.deleted': aboutCustomer('An account was deleted; programs delete what they know of the customer'),
  'comment.posted': kind(
    'product:7',
    'A comment, question or answer was posted',
    z.object({
      commentid: id,
      productid: id,
      kind: z.enum(['comment', 'question', 'answer']),
      rating: z.number().int().nullable(),
    }),
    { commentid: 5, productid: 7, kind: 'comment', rating: 4 },
  ),
  'search.empty': kind(
    'search:brass lantern',
    'A search found nothing, for the first time of the day',
    z.object({ q: z.string().describe('in lower case') }),
    { q: 'brass lantern' },
  ),
  'webhook.test': kind(
    'webhook:3',
    'Staff sent a test delivery',
    z.object({ webhookid: id, message: z.string() }),
    { webhookid: 3, message: 'This is a test delivery.' },
  ),
} as const

export type EventKind = keyof typeof eventKinds

/** The data of a kind. */
export type EventData<K extends EventKind> = z.output<(typeof eventKinds)[K]['data']>

export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]]
