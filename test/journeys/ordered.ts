import { randomUUID } from 'node:crypto'
import type { ProductDetail } from '#contract/product.ts'
import { checkoutForm } from '#test/harness/order.ts'
import { shopUrl } from './page.ts'

/**
 * Orders pieces of a product without a choice past the checkout, for a visitor or for whom the cookie tells. Answers the
 * number of the order.
 */
export async function placeOrder(
  { productid }: Pick<ProductDetail, 'productid'>,
  {
    fullName = 'Asha Rao',
    email = `${randomUUID()}@example.com`,
    quantity = 1,
    base = shopUrl,
    cookie = '',
  } = {},
): Promise<string> {
  const answer = await fetch(`${base}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
    body: JSON.stringify({
      ...checkoutForm,
      contact: { ...checkoutForm.contact, email },
      shipping: { ...checkoutForm.shipping, fullName },
      items: [{ productid, quantity }],
    }),
  })
  const { data, message } = (await answer.json()) as { data?: { number: string }; message: string }
  if (!data) throw new Error(`The order was refused: ${message}`)
  return data.number
}
