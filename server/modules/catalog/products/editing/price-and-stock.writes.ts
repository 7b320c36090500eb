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
  const { id, version, variantId, price, stock } = change
  if (price !== undefined && price > MAX_PRICE) {
    refuseIssues([{ path: 'price', message: 'This price is too high' }])
  }
  const { shopId } = context
  const onSale = await lockVariants(tx, shopId, id)
  const only = onSale.length === 1 ? onSale[0] : undefined
  const before = variantId === undefined ? only : onSale.find((variant) => variant.id === variantId)
  if (before && price !== undefined && price !== before.price)
    later(tx, writePrice(tx, shopId, { productId: id, variantId: before.id, price }))
  if (before && stock !== undefined) {
    const lines = [{ variantId: before.id, available: stock }]
    later(tx, setAvailable(tx, context, lines, { reason: 'Set in the product list' }))
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
 * Locks stock levels, product and variants, in the order of every sale, and returns the variants on sale; none of an unknown
 * product. Sent together; each statement sees what another transaction has committed while the one before it waited.
 */
async function lockVariants(tx: Transaction, shopId: number, productId: number): Promise<LockedVariant[]> {
  const [{ rows: levels }, { rows: products }, { rows: variants }] = await Promise.all([
    sql<{ id: number; available: number; tracked: boolean }>`
      select l.variant_id as id, l.available, l.tracked
      from stock_level l join variant v on v.config_id = l.config_id and v.id = l.variant_id
      where v.config_id = ${shopId} and v.product_id = ${productId}
      order by l.variant_id for no key update of l`.execute(tx),
    sql`
      select id from product
      where config_id = ${shopId} and id = ${productId} and deleted_at is null for no key update`.execute(tx),
    sql<{ id: number; price: number }>`
      select id, price from variant
      where config_id = ${shopId} and product_id = ${productId} and retired_at is null
      order by id for no key update`.execute(tx),
  ])
  if (products.length === 0) return []
  return variants.flatMap((variant) => {
    const level = levels.find(({ id }) => id === variant.id)
    return level ? { ...level, ...variant } : []
  })
}

async function writePrice(
  tx: Transaction,
  shopId: number,
  { productId, variantId, price }: { productId: number; variantId: number; price: number },
): Promise<void> {
  await Promise.all([
    sql`update variant set price = ${price} where config_id = ${shopId} and id = ${variantId}`.execute(tx),
    sql`update product set updated_at = now() where config_id = ${shopId} and id = ${productId}`.execute(tx),
  ])
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
