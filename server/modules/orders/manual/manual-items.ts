import type { ManualOrderInput } from '#contract/orders/manual-order.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { listItems, sortOptions, type LineRow } from '#server/modules/cart/index.ts'
import { enteredToMinor, MAX_PRICE, unitPrice } from '#server/modules/pricing/index.ts'
import type { StockLine } from '#server/modules/stock/index.ts'

/** An item as staff ask for it. */
export type ManualItem = Pick<
  ManualOrderInput['items'][number],
  'variantid' | 'productid' | 'quantity' | 'price'
> & { reason?: string | undefined }

/** A line with the price of the catalog beside its own. */
export interface StaffLine extends LineRow {
  /** Minor units per unit, after the offer. */
  catalogPrice: number
}

/** The lines of the items, with the prices that staff gave them. AppError 400 for an item that is unknown or listed twice. */
export async function listManualItems(
  db: Database,
  { shop: { shopId, currency } }: PersonalContext,
  items: readonly ManualItem[],
): Promise<StaffLine[]> {
  const variants = await findVariants(
    db,
    shopId,
    items.flatMap(({ variantid }) => variantid ?? []),
  )
  const wanted = items.map(({ variantid, productid, quantity }, index) => {
    const variant = variantid === undefined ? undefined : variants.get(variantid)
    if (variant && !variant.sold)
      throw invalidItem(index, 'variantid', `${variant.name} is no longer available`)
    const found = variantid === undefined ? productid : variant?.productId
    if (found !== undefined && (productid ?? found) === found)
      return { productid: found, variantid, quantity }
    throw invalidItem(index, 'variantid', `The shop has no variant ${variantid}`)
  })
  const rows = await listItems(db, shopId, wanted)
  if (rows.length !== items.length)
    throw invalidItem(0, 'variantid', 'An item is listed twice. Add up its quantities')
  // The rows are in the order of the items.
  return rows.map((row, index) => {
    const { price, reason } = items[index] ?? {}
    const catalogPrice = unitPrice(row)
    if (price === undefined || !reason) return { ...row, catalogPrice }
    const minor = enteredToMinor(price, currency, `items.${index}.price`)
    if (minor > MAX_PRICE) throw invalidItem(index, 'price', 'This price is too high')
    const own = { price: minor, offer: 0, salePrice: null, isPriceFinal: true, priceReason: reason }
    return { ...row, catalogPrice, ...own }
  })
}

interface Variant {
  productId: number
  name: string
  options: Record<string, string>
  sku: string
  /** The shop sells it, in stock or not. */
  sold: boolean
}

/** Variants by id, with what is known about their products. */
export async function findVariants(db: Database, shopId: number, variantIds: number[]) {
  if (variantIds.length === 0) return new Map<number, Variant>()
  const rows = await db
    .selectFrom('variant as v')
    .innerJoin('product as p', (on) =>
      on.onRef('p.config_id', '=', 'v.config_id').onRef('p.id', '=', 'v.product_id'),
    )
    .select(['v.id', 'v.product_id as productId', 'v.options', 'v.sku', 'v.retired_at'])
    .select(['p.name', 'p.options as optionNames', 'p.status', 'p.deleted_at'])
    .where('v.config_id', '=', shopId)
    .where('v.id', 'in', variantIds)
    .execute()
  return new Map(
    rows.map(({ id, productId, name, sku, options, optionNames, ...row }): [number, Variant] => {
      const sold = row.status === 'live' && row.retired_at === null && row.deleted_at === null
      const sorted = sortOptions(options as Record<string, string>, optionNames)
      return [id, { productId, name, options: sorted, sku: sku ?? '', sold }]
    }),
  )
}

function invalidItem(index: number, field: string, message: string): AppError {
  return new AppError(400, 'invalid_input', message, [{ path: `items.${index}.${field}`, message }])
}

/** Lines whose available units include those that the draft has reserved. */
export const withHeld = <Row extends LineRow>(rows: readonly Row[], held: readonly StockLine[]): Row[] =>
  rows.map((row) => {
    const own = held.find(({ variantId }) => variantId === row.variantId)?.quantity ?? 0
    return { ...row, available: row.available + own }
  })
