import { sql } from 'kysely'
import { later, type Transaction, violation } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { receive, setAvailable } from '#server/modules/stock/index.ts'
import { refuseIssues } from '../../input.rules.ts'
import { optionsKey, variantState, type VariantState, type WantedVariant } from './product.rules.ts'

/**
 * Replaces the product's variants and their stock. Existing variants keep their id and ledger; missing ones are retired,
 * and return when a later call names their id. Returns the variants as stored.
 */
export async function writeVariants(
  tx: Transaction,
  context: WriteContext,
  productId: number,
  before: readonly VariantState[],
  wanted: readonly WantedVariant[],
): Promise<VariantState[]> {
  const { shopId } = context
  const restored = await restoreRetired(tx, shopId, productId, before, wanted)
  const matched = matchVariants([...before, ...restored], wanted)
  const existing = matched.filter((variant) => variant.id !== undefined)
  const existingIds = new Set(existing.map((variant) => variant.id))
  later(
    tx,
    retireVariants(
      tx,
      shopId,
      before.filter(({ id }) => !existingIds.has(id)).map(({ id }) => id),
    ),
  )
  const added = matched.filter((variant) => variant.id === undefined)
  // Changes come first, because an added variant may take over the options or the SKU of a changed one.
  const [, addedIds] = await Promise.all([
    changeVariants(tx, shopId, existing),
    addVariants(tx, shopId, productId, added),
  ])
  const stored = matched.map((variant) => ({
    ...variant,
    id: variant.id ?? addedIds.get(variant.position) ?? 0,
  }))

  const isExisting = (variant: { id: number }) => existingIds.has(variant.id)
  later(
    tx,
    openStock(
      tx,
      context,
      stored.filter((variant) => !isExisting(variant)),
    ),
  )
  const counted = stored.flatMap((v) =>
    v.stock !== undefined && isExisting(v) ? { variantId: v.id, available: v.stock } : [],
  )
  later(tx, setAvailable(tx, context, counted, { reason: 'Set with the product' }))
  return stored.map(variantState)
}

/** Books the first stock of new variants. Only a correction may begin below 0. */
async function openStock(
  tx: Transaction,
  context: WriteContext,
  added: readonly { id: number; stock?: number }[],
): Promise<void> {
  const reason = 'Opening stock'
  const units = added.map(({ id, stock = 0 }) => ({ variantId: id, units: stock }))
  const received = units.filter((line) => line.units > 0)
  const owed = units.filter((line) => line.units < 0)
  await Promise.all([
    receive(
      tx,
      context,
      received.map((line) => ({ variantId: line.variantId, quantity: line.units })),
      { reason },
    ),
    setAvailable(
      tx,
      context,
      owed.map((line) => ({ variantId: line.variantId, available: line.units })),
      { reason },
    ),
  ])
}

/** Takes variants off sale. Their rows stay for the stock ledger. */
export async function retireVariants(tx: Transaction, shopId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('variant')
    .set({ retired_at: sql`now()` })
    .where('config_id', '=', shopId)
    .where('id', 'in', ids)
    .execute()
}

/** Restores retired variants that an undo names. Their options and SKUs are written afterwards. */
async function restoreRetired(
  tx: Transaction,
  shopId: number,
  productId: number,
  before: readonly VariantState[],
  wanted: readonly WantedVariant[],
): Promise<VariantState[]> {
  const known = new Set(before.map(({ id }) => id))
  const missing = wanted.flatMap(({ id }) => (id === undefined || known.has(id) ? [] : id))
  if (missing.length === 0) return []
  const { rows } = await sql<VariantState>`
    update variant set retired_at = null, sku = null, options = jsonb_build_object('', id::text)
    where config_id = ${shopId} and product_id = ${productId} and id = any(${missing}) and retired_at is not null
    returning id, sku, options, price, sale_price as "salePrice", image, barcode, mpn, shelf, cost, tracked,
      sell_when_sold_out as "sellWhenSoldOut"`.execute(tx)
  return rows
}

type PositionedVariant = Required<Omit<WantedVariant, 'id' | 'stock'>> &
  Pick<WantedVariant, 'id' | 'stock'> & { position: number }

// By id, else by equal options: API clients need not know the ids.
function matchVariants(
  before: readonly VariantState[],
  wanted: readonly WantedVariant[],
): PositionedVariant[] {
  const namedIds = new Set(wanted.map((variant) => variant.id))
  const byOptions = new Map(before.filter(({ id }) => !namedIds.has(id)).map((v) => [optionsKey(v), v.id]))
  const known = new Map(before.map((variant) => [variant.id, variant]))
  return wanted.map((variant, position) => {
    if (variant.id !== undefined && !known.has(variant.id)) {
      refuseIssues([foreignVariant(position)])
    }
    const id = variant.id ?? byOptions.get(optionsKey(variant))
    return { ...withStockMode(variant, position, id === undefined ? undefined : known.get(id)), id }
  })
}

/** How the stock of a variant is counted: as asked for, else as before, else exactly. AppError 400 for units of no count. */
function withStockMode(
  variant: WantedVariant,
  position: number,
  before?: Pick<VariantState, 'tracked' | 'sellWhenSoldOut'>,
) {
  const tracked = variant.tracked ?? before?.tracked ?? true
  const sellWhenSoldOut = variant.sellWhenSoldOut ?? before?.sellWhenSoldOut ?? false
  if (!tracked && variant.stock !== undefined) {
    const message = 'The stock of this variant is not counted. Leave it empty.'
    refuseIssues([{ path: `variants.${position}.stock`, message }])
  }
  return { ...variant, position, tracked, sellWhenSoldOut }
}

const foreignVariant = (position: number) => ({
  path: `variants.${position}.id`,
  message: 'This variant does not belong to the product',
})

async function changeVariants(
  tx: Transaction,
  shopId: number,
  variants: readonly PositionedVariant[],
): Promise<void> {
  if (variants.length === 0) return
  const rows = JSON.stringify(variants)
  // Variants may swap options or SKUs. Both are unique after each statement, so all values are cleared first.
  const clearing = sql`
    update variant v set options = jsonb_build_object('', v.id::text), sku = null
    from jsonb_to_recordset(${rows}) as w (id integer, sku text, options jsonb)
    where v.config_id = ${shopId} and v.id = w.id and (v.options, v.sku) is distinct from (w.options, w.sku)`.execute(
    tx,
  )
  const changing = sql`
    update variant v set (position, sku, options, price, sale_price, image, barcode, mpn, shelf, cost, tracked, sell_when_sold_out)
      = (w.position, w.sku, w.options, w.price, w."salePrice", w.image, w.barcode, w.mpn, w.shelf, w.cost, w.tracked,
        w."sellWhenSoldOut")
    from jsonb_to_recordset(${rows}) as w (id integer, position integer, sku text, options jsonb, price bigint, "salePrice" bigint, image text,
      barcode text, mpn text, shelf text, cost bigint, tracked boolean, "sellWhenSoldOut" boolean)
    where v.config_id = ${shopId} and v.id = w.id
      and (v.position, v.sku, v.options, v.price, v.sale_price, v.image, v.barcode, v.mpn, v.shelf, v.cost, v.tracked, v.sell_when_sold_out)
        is distinct from (w.position, w.sku, w.options, w.price, w."salePrice", w.image, w.barcode, w.mpn, w.shelf, w.cost,
          w.tracked, w."sellWhenSoldOut")`
    .execute(tx)
    .catch(explainViolation)
  await Promise.all([clearing, changing])
}

/** Returns the ids of the new rows by position. */
async function addVariants(
  tx: Transaction,
  shopId: number,
  productId: number,
  variants: readonly PositionedVariant[],
) {
  const added = await insertRows(
    tx,
    shopId,
    variants.map((variant) => ({ ...variant, productId })),
  )
  return new Map(added.map((row) => [row.position, row.id]))
}

/** Adds the variants of new products, with their opening stock. Returns them as stored, by product in this order. */
export async function insertVariants(
  tx: Transaction,
  context: WriteContext,
  products: readonly { id: number; variants: readonly WantedVariant[] }[],
): Promise<VariantState[][]> {
  const wanted = products.flatMap(({ id: productId, variants }) =>
    variants.map((variant, position) => {
      if (variant.id !== undefined) refuseIssues([foreignVariant(position)])
      return { ...withStockMode(variant, position), productId }
    }),
  )
  const added = await insertRows(tx, context.shopId, wanted)
  const ids = new Map(added.map(({ id, product_id, position }) => [`${product_id} ${position}`, id]))
  const idOf = (productId: number, position: number) => ids.get(`${productId} ${position}`) ?? 0
  const stored = wanted.map((variant) => ({ ...variant, id: idOf(variant.productId, variant.position) }))
  later(tx, openStock(tx, context, stored))
  const byProduct = Map.groupBy(stored, ({ productId }) => productId)
  return products.map(({ id }) => (byProduct.get(id) ?? []).map(variantState))
}

async function insertRows(
  tx: Transaction,
  shopId: number,
  variants: readonly (PositionedVariant & { productId: number })[],
) {
  if (variants.length === 0) return []
  return tx
    .insertInto('variant')
    .values(
      variants.map(
        ({ productId, position, options, salePrice, stock: _stock, sellWhenSoldOut, ...columns }) => ({
          ...columns,
          sale_price: salePrice,
          config_id: shopId,
          product_id: productId,
          position,
          options: JSON.stringify(options),
          sell_when_sold_out: sellWhenSoldOut,
        }),
      ),
    )
    .returning(['id', 'product_id', 'position'])
    .execute()
    .catch(explainViolation)
}

function explainViolation(error: unknown): never {
  const refused = violation(error)
  if (refused?.constraint !== 'variant_sku') throw error
  throw new AppError(409, 'sku_taken', `Another variant already uses the SKU ${refused.value ?? ''}`, [
    { path: 'variants', message: 'SKU already in use' },
  ])
}
