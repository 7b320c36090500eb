import { sql } from 'kysely'
import type { AdminProductRow } from '#contract/catalog/admin/product.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { recordAll, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { MAX_PRICE } from '#server/modules/pricing/index.ts'
import { setAvailable } from '#server/modules/stock/index.ts'
import { notFound, refuseIssues } from '../../input.rules.ts'
import { requireRowWithVariants } from '../admin/admin-product-list.queries.ts'
import type { VariantState } from './product.rules.ts'

interface PriceAndStock {
  id: number
  version: number | undefined
  /** Optional for a product with a single variant. */
  variantId: number | undefined
  /** Minor units. */
  price: number | undefined
  /** Units that can be sold from now on. */
  stock: number | undefined
}

/**
 * Sets price and stock of one variant, as the product table does, and returns the new table row. It writes first and
 * checks the fresh state afterwards: a refusal rolls back. AppError 404, 400, or 409 `version_conflict` or `not_tracked`.
 */
export async function setPriceAndStock(
  tx: Transaction,
  context: WriteContext,
  shop: ShopContext,
  change: PriceAndStock,
): Promise<AdminProductRow> {
  const { id, version, variantId, stock } = change
  const before = await lockAndSetPrice(tx, context.shopId, change)
  if (before && stock !== undefined) {
    later(
      tx,
      setAvailable(tx, context, [{ variantId: before.id, available: stock }], {
        reason: 'Set in the product list',
      }),
    )
  }
  const { row, variants } = await requireRowWithVariants(tx, shop, id)
  if (version !== undefined && row.version > version) {
    await requireVersion(tx, context, { subject: 'product', subjectId: id, version })
  }
  if (variantId === undefined && variants.length > 1) {
    throw new AppError(400, 'invalid_input', 'Choose a variant: this product has several', [
      { path: 'variantid', message: 'Choose a variant' },
    ])
  }
  if (!before) throw notFound('variant')
  if (stock !== undefined && !before.tracked) {
    throw new AppError(
      409,
      'not_tracked',
      'The stock of this product is not counted. Change “When sold out” in the product first.',
    )
  }
  const entries = await recordAll(tx, context, changesOf(id, before, variants, change))
  return { ...row, version: entries.at(-1) ?? row.version }
}

/** A variant as it was before the change, locked until the transaction ends. */
interface LockedVariant {
  id: number
  price: number
  available: number
  tracked: boolean
}

/**
 * Locks stock levels, product and variants, in the order of every sale, and writes the price if it differs. Undefined for
 * an unknown product or variant, and for a product with several variants if `variantId` is missing.
 */
async function lockAndSetPrice(
  tx: Transaction,
  shopId: number,
  { id, variantId, price }: PriceAndStock,
): Promise<LockedVariant | undefined> {
  if (price !== undefined && price > MAX_PRICE) {
    refuseIssues([{ path: 'price', message: 'This price is too high' }])
  }
  const newPrice = price ?? null
  const { rows } = await sql<LockedVariant>`
    with level as materialized (
      select l.variant_id, l.available, l.tracked
      from stock_level l join variant v on v.config_id = l.config_id and v.id = l.variant_id
      where v.config_id = ${shopId} and v.product_id = ${id}
      order by l.variant_id for no key update of l
    ), locked_product as materialized (
      select p.id from product p
      where p.config_id = ${shopId} and p.id = ${id} and p.deleted_at is null and (select count(*) from level) > 0
      for no key update
    ), on_sale as materialized (
      select v.id, v.price
      from locked_product p join variant v on v.config_id = ${shopId} and v.product_id = p.id
      where v.retired_at is null
      for no key update of v
    ), chosen as materialized (
      select o.id, o.price, l.available, l.tracked
      from on_sale o join level l on l.variant_id = o.id
      where o.id = coalesce(${variantId ?? null}::integer, (select min(id) from on_sale having count(*) = 1))
    ), priced as (
      update variant v set price = ${newPrice}::bigint from chosen c
      where v.config_id = ${shopId} and v.id = c.id and c.price <> ${newPrice}::bigint
      returning v.id
    ), touched as (
      update product p set updated_at = now()
      where p.config_id = ${shopId} and p.id = ${id} and exists (select from priced)
    )
    select id, price, available, tracked from chosen`.execute(tx)
  return rows[0]
}

/** The audit entries of the change: one for the price, which can be undone, and one for the stock, which cannot. */
function changesOf(
  id: number,
  before: LockedVariant,
  variants: readonly VariantState[],
  { stock }: PriceAndStock,
): Parameters<typeof recordAll>[2] {
  const variantsBefore = variants.map((variant) =>
    variant.id === before.id ? { ...variant, price: before.price } : variant,
  )
  const update = { action: 'update' as const, subject: 'product', subjectId: id }
  return [
    { ...update, before: { variants: variantsBefore }, after: { variants } },
    ...(stock === undefined ? [] : [{ ...update, before: { stock: before.available }, after: { stock } }]),
  ]
}
