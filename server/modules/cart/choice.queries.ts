import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { offerPrice } from '#server/modules/pricing/index.ts'
import { inOrder, type Choice } from './cart.rules.ts'

interface Row {
  name: string
  optionNames: string[]
  offer: number
  variantId: number | null
  options: Record<string, string>
  price: number
  available: number
  inCart: number | null
  lines: number
}

/**
 * What is meant by a product and, where it has several, one of its variants. AppError 404 where the shop does not sell
 * it (any more), 400 where it must be said which. Without a shopper the cart is empty.
 */
export async function findChoice(
  db: Database,
  configId: number,
  { productid, variantid }: { productid: number; variantid?: number | undefined },
  shopperId: number | null = null,
): Promise<Choice> {
  const { rows } = await sql<Row>`/* planned once */
    select p.name, p.options as "optionNames", p.offer, v.id as "variantId", v.options, v.price, l.available,
      c.quantity as "inCart", (
        select count(*)::integer from cart_line where config_id = ${configId} and shopper_id = ${shopperId}
      ) as lines
    from product p
    left join variant v on v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
      and v.id = coalesce(${variantid ?? null}::integer, v.id)
    left join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
    left join cart_line c on c.config_id = ${configId} and c.shopper_id = ${shopperId} and c.variant_id = v.id
    where p.config_id = ${configId} and p.id = ${productid} and p.status = 'live' and p.deleted_at is null
    limit 2`.execute(db)
  const [row, another] = rows
  if (!row) throw notSold('This product')
  const { variantId, name, optionNames, options, price, offer, ...rest } = row
  if (variantId === null) throw notSold(variantid ? `This kind of ${name}` : name)
  if (another) {
    const message = `Please choose ${optionNames.join(' and ')} of ${name}`
    throw new AppError(400, 'choose_variant', message, [{ path: 'variantid', message }])
  }
  return {
    variantId,
    name,
    options: inOrder(options, optionNames),
    price: offerPrice(price, offer),
    ...rest,
  }
}

const notSold = (what: string) => new AppError(404, 'not_found', `${what} is no longer available`)
