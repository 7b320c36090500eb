import { later, type Transaction, violation } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { refreshFacets } from '../../facets/facet.writes.ts'
import { notFound } from '../../input.rules.ts'
import type { ProductState } from '../editing/product.rules.ts'
import { lockProduct } from '../editing/product-state.queries.ts'
import { claimSlug, keepFormerSlug } from '../../slugs/slug.writes.ts'

/**
 * Restores a deleted product with its id, variants and stock. Keeps the old slug if it is still free. AppError 404 if there
 * is no such deleted product, 409 if its category is gone or a SKU is taken.
 */
export async function restoreProduct(
  tx: Transaction,
  context: WriteContext,
  id: number,
  before: Pick<ProductState, 'name' | 'slug' | 'variants'>,
): Promise<void> {
  const { shopId } = context
  const found = await tx
    .selectFrom('product')
    .select(['id', 'slug'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('deleted product')
  const { name } = before
  const slug = await claimOldSlug(tx, shopId, before)
  await tx
    .updateTable('product')
    .set({ deleted_at: null, slug })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch(explainViolation(name))
  await tx
    .updateTable('variant')
    .set({ retired_at: null })
    .where('config_id', '=', shopId)
    .where('product_id', '=', id)
    .where(
      'id',
      'in',
      before.variants.map((variant) => variant.id),
    )
    .execute()
    .catch(explainViolation(name))
  if (slug !== found.slug) later(tx, keepFormerSlug(tx, shopId, 'product', { id, slug: found.slug }))
  later(tx, refreshFacets(tx, shopId, [id]))
  const after = await lockProduct(tx, shopId, id)
  later(
    tx,
    record(tx, { ...context, action: 'create', subject: 'product', subjectId: id, after: { ...after } }),
  )
}

async function claimOldSlug(tx: Transaction, shopId: number, { name, slug }: { name: string; slug: string }) {
  return claimSlug(tx, shopId, 'product', { name, wanted: slug }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'slug_taken')) throw error
    return claimSlug(tx, shopId, 'product', { name, wanted: undefined })
  })
}

const parents = new Map([
  ['product_category_fkey', 'category'],
  ['product_subcategory_fkey', 'subcategory'],
])

function explainViolation(name: string) {
  return (error: unknown): never => {
    const refused = violation(error)
    const noun = parents.get(refused?.constraint ?? '')
    if (noun) {
      throw new AppError(409, 'parent_missing', `The ${noun} of ${name} no longer exists. Restore it first.`)
    }
    if (refused?.constraint !== 'variant_sku') throw error
    throw new AppError(
      409,
      'sku_taken',
      `Another product already uses the SKU ${refused.value ?? ''} of ${name}`,
    )
  }
}
