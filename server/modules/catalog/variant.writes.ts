import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { receive, setAvailable } from '#server/modules/stock/index.ts'
import { refuseIssues } from './input.rules.ts'
import { combinationOf, type VariantState, type WantedVariant } from './product.rules.ts'

/**
 * Makes the wanted variants the product's variants, in that order, and their stock what is wanted. Those that are there
 * already keep their ids and with them their ledger; those no longer wanted are retired, and come back when asked for by id.
 */
export async function writeVariants(
  tx: Transaction,
  context: WriteContext,
  productId: number,
  before: readonly VariantState[],
  wanted: readonly WantedVariant[],
): Promise<VariantState[]> {
  const { configId } = context
  const back = await bringBack(tx, configId, productId, before, wanted)
  const matched = matchVariants([...before, ...back], wanted)
  const kept = matched.filter((variant) => variant.id !== undefined)
  const keptIds = new Set(kept.map((variant) => variant.id))
  await retireVariants(
    tx,
    configId,
    before.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id),
  )
  await changeVariants(tx, configId, kept)
  const added = matched.filter((variant) => variant.id === undefined)
  const addedIds = await addVariants(tx, configId, productId, added)
  const stored = matched.map((variant) => ({
    ...variant,
    id: variant.id ?? addedIds.get(variant.position) ?? 0,
  }))

  const isKept = (variant: { id: number }) => keptIds.has(variant.id)
  const opening = stored.flatMap((v) => (v.stock && !isKept(v) ? { variantId: v.id, quantity: v.stock } : []))
  await receive(tx, context, opening, { reason: 'Opening stock' })
  const counted = stored.flatMap((v) =>
    v.stock !== undefined && isKept(v) ? { variantId: v.id, available: v.stock } : [],
  )
  await setAvailable(tx, context, counted, { reason: 'Set with the product' })
  return stored.map(({ id, sku, options, price, picture }) => ({ id, sku, options, price, picture }))
}

/** Takes variants out of sale; their rows stay for the ledger. */
export async function retireVariants(
  tx: Transaction,
  configId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('variant')
    .set({ retired_at: sql`now()` })
    .where('config_id', '=', configId)
    .where('id', 'in', ids)
    .execute()
}

/** Of the wanted variants those that were retired: what a revert asks for. Their options and SKUs are written afterwards. */
async function bringBack(
  tx: Transaction,
  configId: number,
  productId: number,
  before: readonly VariantState[],
  wanted: readonly WantedVariant[],
): Promise<VariantState[]> {
  const known = new Set(before.map(({ id }) => id))
  const missing = wanted.flatMap(({ id }) => (id === undefined || known.has(id) ? [] : id))
  if (missing.length === 0) return []
  const { rows } = await sql<VariantState>`
    update variant set retired_at = null, sku = null, options = jsonb_build_object('', id::text)
    where config_id = ${configId} and product_id = ${productId} and id = any(${missing}) and retired_at is not null
    returning id, sku, options, price, picture`.execute(tx)
  return rows
}

type Placed = WantedVariant & { position: number }

// By id, else by the same options: who writes through the API need not know the ids.
function matchVariants(before: readonly VariantState[], wanted: readonly WantedVariant[]): Placed[] {
  const named = new Set(wanted.map((variant) => variant.id))
  const byOptions = new Map(before.filter(({ id }) => !named.has(id)).map((v) => [combinationOf(v), v.id]))
  const known = new Set(before.map(({ id }) => id))
  return wanted.map((variant, position) => {
    if (variant.id !== undefined && !known.has(variant.id)) {
      refuseIssues([
        { path: `variants.${position}.id`, message: 'This variant does not belong to the product' },
      ])
    }
    return { ...variant, id: variant.id ?? byOptions.get(combinationOf(variant)), position }
  })
}

async function changeVariants(tx: Transaction, configId: number, variants: readonly Placed[]): Promise<void> {
  if (variants.length === 0) return
  const rows = JSON.stringify(variants)
  // Two variants may swap options or SKUs, which are unique at every step: so first all let go of theirs.
  await sql`
    update variant v set options = jsonb_build_object('', v.id::text), sku = null
    from jsonb_to_recordset(${rows}) as w (id integer, sku text, options jsonb)
    where v.config_id = ${configId} and v.id = w.id and (v.options, v.sku) is distinct from (w.options, w.sku)`.execute(
    tx,
  )
  await sql`
    update variant v set position = w.position, sku = w.sku, options = w.options, price = w.price, picture = w.picture
    from jsonb_to_recordset(${rows}) as w (id integer, position integer, sku text, options jsonb, price bigint, picture text)
    where v.config_id = ${configId} and v.id = w.id
      and (v.position, v.sku, v.options, v.price, v.picture) is distinct from (w.position, w.sku, w.options, w.price, w.picture)`
    .execute(tx)
    .catch(explainRefusal)
}

/** The ids of the new rows, by position. */
async function addVariants(
  tx: Transaction,
  configId: number,
  productId: number,
  variants: readonly Placed[],
) {
  if (variants.length === 0) return new Map<number, number>()
  const rows = await tx
    .insertInto('variant')
    .values(
      variants.map(({ position, sku, options, price, picture }) => ({
        config_id: configId,
        product_id: productId,
        position,
        sku,
        options: JSON.stringify(options),
        price,
        picture,
      })),
    )
    .returning(['id', 'position'])
    .execute()
    .catch(explainRefusal)
  return new Map(rows.map((row) => [row.position, row.id]))
}

function explainRefusal(error: unknown): never {
  const refused = violation(error)
  if (refused?.constraint !== 'variant_sku') throw error
  throw new AppError(409, 'sku_taken', `The SKU ${refused.value ?? ''} is taken by another variant`, [
    { path: 'variants', message: 'A SKU is taken' },
  ])
}
