import { findWantedVariants, type WantedItem } from '#server/modules/agents/index.ts'
import type { SentAddress, SentLine, SessionInput } from '#server/modules/checkout-sessions/index.ts'
import type { z } from 'zod'
import { parseProductId, parseVariantId } from '../ids.ts'
import type { UcpCall } from '../operation.ts'
import type { buyer, CheckoutBody, destination, fulfillment, LineItem, PostalAddress } from './request.ts'

export const CART = 'dev.ucp.shopping.cart'
export const DISCOUNT = 'dev.ucp.shopping.discount'
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment'
export const CONSENT = 'dev.ucp.shopping.buyer_consent'

/**
 * What the core stores for a body. Absent optional fields stay as they were before, those that are there replace them entirely.
 * Fields of extensions that were not negotiated do not count.
 */
export async function readInput(
  call: UcpCall,
  body: Partial<Pick<CheckoutBody, 'fulfillment'>> & Omit<CheckoutBody, 'fulfillment'>,
  before: SessionInput | undefined,
): Promise<SessionInput> {
  const { capabilities } = call
  const lines = await readLines(call, body.line_items, before?.lines ?? [])
  const { buyer: sentBuyer, context, attribution, discounts } = body
  const delivery = capabilities.has(FULFILLMENT) ? body.fulfillment : undefined
  return {
    ...before,
    lines,
    ...(sentBuyer && { buyer: readBuyer(sentBuyer, capabilities.has(CONSENT)) }),
    ...(context && {
      context: {
        country: context.address_country ?? undefined,
        region: context.address_region ?? undefined,
        postalCode: context.postal_code ?? undefined,
      },
    }),
    echo: {
      ...before?.echo,
      ...(context && { context }),
      ...(delivery && { [unknownMethodKey]: unknownMethod(delivery) }),
    },
    ...(attribution && { attribution }),
    ...(discounts?.codes && capabilities.has(DISCOUNT) && { codes: discounts.codes }),
    ...(delivery && readFulfillment(delivery, before)),
  }
}

const orUndefined = (value: string | null | undefined) => value ?? undefined

function readBuyer(sent: z.output<typeof buyer>, withConsent: boolean): SessionInput['buyer'] {
  return {
    firstName: orUndefined(sent.first_name),
    lastName: orUndefined(sent.last_name),
    email: orUndefined(sent.email),
    phone: orUndefined(sent.phone_number),
    ...(withConsent && sent.consent && { consent: sent.consent }),
  }
}

/** A method of delivery that the shop does not have. */
export const unknownMethodKey = 'unknownMethod'

const unknownMethod = ({ methods }: z.output<typeof fulfillment>) =>
  methods?.find(({ type }) => typeof type === 'string' && type !== 'shipping')?.type

function readFulfillment(
  { methods }: z.output<typeof fulfillment>,
  before: SessionInput | undefined,
): Partial<SessionInput> {
  const shipping = methods?.find(({ type }) => (type ?? 'shipping') === 'shipping')
  if (!shipping) return { destinations: [], selectedDestination: undefined, shippingMethod: undefined }
  const { destinations, selected_destination_id: selected, groups } = shipping
  const choice = groups?.[0]?.selected_option_id
  return {
    ...(destinations && {
      destinations: readDestinations(destinations, before?.destinations ?? []),
      selectedDestination: undefined,
    }),
    ...(selected !== undefined && { selectedDestination: orUndefined(selected) }),
    ...(choice !== undefined && { shippingMethod: orUndefined(choice) }),
  }
}

/** A postal address under the names of the core. */
export const readPostalAddress = (sent: PostalAddress): Omit<SentAddress, 'id'> => ({
  firstName: orUndefined(sent.first_name),
  lastName: orUndefined(sent.last_name),
  street: orUndefined(sent.street_address),
  extended: orUndefined(sent.extended_address),
  city: orUndefined(sent.address_locality),
  region: orUndefined(sent.address_region),
  postalCode: orUndefined(sent.postal_code),
  country: orUndefined(sent.address_country),
  phone: orUndefined(sent.phone_number),
})

/** A destination without an id has that of the same address before, or a new one. */
function readDestinations(
  sent: readonly z.output<typeof destination>[],
  before: readonly SentAddress[],
): SentAddress[] {
  const taken = new Set([...sent.map(({ id }) => id), ...before.map(({ id }) => id)])
  const used = new Set<string>()
  const newId = () => {
    for (let number = 1; ; number += 1) if (!taken.has(`d${number}`)) return `d${number}`
  }
  return sent.map((one) => {
    const address = readPostalAddress(one)
    const same = before.find((earlier) => !used.has(earlier.id) && isSameAddress(earlier, address))
    const id = one.id ?? same?.id ?? newId()
    taken.add(id)
    used.add(id)
    return { id, ...address }
  })
}

/** The database returns the members of stored JSON in another order, and without those that were undefined. */
const isSameAddress = (earlier: SentAddress, sent: Omit<SentAddress, 'id'>): boolean =>
  typedKeys(sent).every((field) => earlier[field] === sent[field])

const typedKeys = Object.keys as <T extends object>(value: T) => (keyof T)[]

function wantedItem(id: string): WantedItem {
  const variantId = parseVariantId(id)
  if (variantId !== undefined) return { variantId }
  const productId = parseProductId(id)
  return productId === undefined ? undefined : { productId }
}

/** Lines of one variant become one line. A line has the id that it had, or a new one. */
async function readLines(
  { context: { db, shop } }: UcpCall,
  sent: readonly LineItem[],
  before: readonly SentLine[],
): Promise<SentLine[]> {
  const variants = await findWantedVariants(
    db,
    shop.shopId,
    sent.map(({ item }) => wantedItem(item.id)),
  )
  const ids = new Set(before.map(({ id }) => id))
  let last = Math.max(0, ...before.map(({ id }) => Number(/^l(\d{1,9})$/.exec(id)?.[1] ?? 0)))
  const lines: SentLine[] = []
  for (const [index, { id: sentId, item, quantity }] of sent.entries()) {
    const variantId = variants[index] ?? null
    const same = lines.find((line) =>
      variantId === null ? line.item === item.id : line.variantId === variantId,
    )
    if (same) {
      same.quantity += quantity
      continue
    }
    const known =
      before.find((line) => line.id === sentId) ?? before.find((line) => line.variantId === variantId)
    const isFree = known !== undefined && ids.delete(known.id)
    if (!isFree) last += 1
    lines.push({ id: isFree ? known.id : `l${last}`, item: item.id, variantId, quantity })
  }
  return lines
}
