import { randomUUID } from 'node:crypto'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { checkoutForm } from '#test/harness/data/order.ts'
import { shopUrl } from './page.ts'
import { inDatabase } from './person.ts'

interface PlacedOptions {
  /** Address fields that override the defaults. */
  shipping?: Partial<Record<'fullName' | 'line1' | 'line2' | 'city', string>>
  email?: string
  phone?: string
  note?: string | null
  quantity?: number
  base?: string
  cookie?: string
}

/** Orders a simple product through the API, as a guest or as the owner of the cookie. Returns the order number. */
export async function placeOrder(
  { productid }: Pick<ProductDetail, 'productid'>,
  {
    shipping = {},
    email = `${randomUUID()}@example.com`,
    phone = checkoutForm.contact.phone,
    note = null,
    quantity = 1,
    base = shopUrl,
    cookie = '',
  }: PlacedOptions = {},
): Promise<string> {
  const answer = await fetch(`${base}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
    body: JSON.stringify({
      ...checkoutForm,
      contact: { email, phone },
      shipping: { ...checkoutForm.shipping, ...shipping },
      note,
      items: [{ productid, quantity }],
    }),
  })
  const { data, message } = (await answer.json()) as { data?: { number: string }; message: string }
  if (!data) throw new Error(`The order was refused: ${message}`)
  return data.number
}

/** The number of an order that people say. */
export const serialOf = (number: string): Promise<string> =>
  inDatabase(async (db) => {
    const { serial } = await db
      .selectFrom('shop_order')
      .select('serial')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return serial
  })
