import { z } from 'zod'
import { text } from '#contract/fields.ts'

// The bodies of carts and checkouts. Unknown fields pass: other versions and extensions may send them.

const short = text(200)
const optionalText = short.nullish()

const lineItem = z.object({
  id: short.nullish(),
  item: z.object({ id: short.min(1, 'An item has an id') }),
  quantity: z.number().int('A quantity is a whole number').min(1, 'A quantity is at least 1').max(1_000_000),
})
export type LineItem = z.output<typeof lineItem>

const lineItems = z.array(lineItem).max(100, 'Up to 100 line items')

const consent = z.object({
  analytics: z.boolean().optional(),
  preferences: z.boolean().optional(),
  marketing: z.boolean().optional(),
  sale_of_data: z.boolean().optional(),
})

export const buyer = z.object({
  first_name: optionalText,
  last_name: optionalText,
  email: text(300).nullish(),
  phone_number: optionalText,
  consent: consent.nullish(),
})

/** It is stored as it was sent, with whatever else it has. */
const MAX_CONTEXT_CHARACTERS = 20_000

/** PostgreSQL stores neither NUL nor lone surrogates, in JSON too. */
const isStorable = (sent: unknown): boolean => {
  let storable = true
  JSON.stringify(sent, (name, value: unknown) => {
    for (const part of [name, value])
      if (typeof part === 'string') storable &&= part.isWellFormed() && !part.includes('\0')
    return value
  })
  return storable
}

const context = z
  .looseObject({
    address_country: optionalText,
    address_region: optionalText,
    postal_code: optionalText,
    intent: text(MAX_CONTEXT_CHARACTERS).nullish(),
    language: optionalText,
    currency: optionalText,
    eligibility: z.array(text(200)).max(50, 'Up to 50 claims').nullish(),
  })
  .refine(
    (sent) => JSON.stringify(sent).length <= MAX_CONTEXT_CHARACTERS,
    `A context has at most ${MAX_CONTEXT_CHARACTERS} characters`,
  )
  .refine(isStorable, 'This context contains an unsupported character')

const attribution = z
  .record(text(100), text(500))
  .refine((values) => Object.keys(values).length <= 50, 'Up to 50 values of attribution')

const discounts = z.object({ codes: z.array(text(100)).max(20, 'Up to 20 codes').nullish() })

const postalAddress = z.object({
  first_name: optionalText,
  last_name: optionalText,
  street_address: optionalText,
  extended_address: optionalText,
  address_locality: optionalText,
  address_region: optionalText,
  postal_code: optionalText,
  address_country: optionalText,
  phone_number: optionalText,
})
export type PostalAddress = z.output<typeof postalAddress>

export const destination = postalAddress.extend({ id: optionalText })

const method = z.object({
  type: text(40).nullish(),
  destinations: z.array(destination).max(20, 'Up to 20 destinations').nullish(),
  selected_destination_id: optionalText,
  groups: z
    .array(z.object({ selected_option_id: optionalText }))
    .max(20)
    .nullish(),
})

export const fulfillment = z.object({ methods: z.array(method).max(10, 'Up to 10 methods').nullish() })

const shared = {
  buyer: buyer.nullish(),
  context: context.nullish(),
  attribution: attribution.nullish(),
  discounts: discounts.nullish(),
}

export const cartBody = z.object({ line_items: lineItems, ...shared })
export const checkoutBody = z.object({ line_items: lineItems, ...shared, fulfillment: fulfillment.nullish() })
export type CheckoutBody = z.output<typeof checkoutBody>
/** With `cart_id` the line items come from the cart. */
export const newCheckoutBody = checkoutBody
  .extend({ line_items: lineItems.optional(), cart_id: short.nullish() })
  .refine(({ line_items: items, cart_id: cart }) => items !== undefined || typeof cart === 'string', {
    path: ['line_items'],
    error: 'A checkout needs line items, or a cart',
  })

const instrument = z.object({
  id: short.nullish(),
  handler_id: short,
  type: short.nullish(),
  selected: z.boolean().nullish(),
  billing_address: postalAddress.nullish(),
})
export const completion = z.object({
  payment: z.object({ instruments: z.array(instrument).min(1, 'Choose a payment instrument').max(10) }),
})
export const resourceId = { id: short.min(1) }
