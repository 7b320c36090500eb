import { sql, type RawBuilder } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { sortOptions, type CartItem } from './cart.rules.ts'

/** A product with one of the variants that a request may refer to. */
export interface CandidateRow {
  name: string
  optionNames: string[]
  variantId: number | null
  options: Record<string, string>
  /** Units that orders may take. */
  available: number
}

/** A product and, if it has several, one of its variants. */
export interface ItemRequest {
  productid: number
  variantid?: number | undefined
}

/** The price to pay now for `variant as v` of `product as p`. */
export const priceNow = sql<number>`price_now(v.price, p.offer, active_sale_price(v.sale_price, p.sale_starts_at, p.sale_ends_at))`

/** Selects the variants that a request may refer to, at most two. `price` is per unit, as it is to be paid. */
export const selectCandidates = (
  shopId: number,
  { productid, variantid }: ItemRequest,
): RawBuilder<CandidateRow & { price: number }> => sql`
  select p.name, p.options as "optionNames", v.id as "variantId", v.options, l.orderable as available,
    ${priceNow} as price
  from product p
  left join variant v on v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
    and v.id = coalesce(${variantid ?? null}::integer, v.id)
  left join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
  where p.config_id = ${shopId} and p.id = ${productid} and p.status = 'live' and p.deleted_at is null
  limit 2`

/** Returns the only candidate. AppError 404 if the shop does not sell it, 400 if the request must name a variant. */
export function requireSingle([row, another]: readonly CandidateRow[], { variantid }: ItemRequest): CartItem {
  if (!row) throw notSold('This product')
  const { variantId, name, optionNames, options, available } = row
  if (variantId === null) throw notSold(variantid ? `This option of ${name}` : name)
  if (another) {
    const message = `Please choose the ${optionNames.join(' and ')} of ${name}`
    throw new AppError(400, 'choose_variant', message, [{ path: 'variantid', message }])
  }
  return { variantId, name, options: sortOptions(options, optionNames), available }
}

export async function findItem(db: Database, shopId: number, request: ItemRequest): Promise<CartItem> {
  const { rows } = await prepared(
    'find_cart_item',
    sql<CandidateRow>`${selectCandidates(shopId, request)}`,
  ).execute(db)
  return requireSingle(rows, request)
}

const notSold = (name: string) => new AppError(404, 'not_found', `${name} is no longer available`)
