import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { refreshFacets } from './facet.writes.ts'
import { notFound } from './input.rules.ts'
import type { ProductState } from './product.rules.ts'
import { lockProduct } from './product-state.queries.ts'
import { claimSlug } from './slug.writes.ts'

/**
 * Brings a deleted product back with its id, variants and stock, as it was when it was deleted. Its address is the old one
 * where that is still free, else one made from its name. AppError 409 where its category, its subcategory or a SKU is not
 * there for it any more, 404 where there is no such deleted product.
 */
export async function restoreProduct(
  tx: Transaction,
  context: WriteContext,
  id: number,
  before: Pick<ProductState, 'name' | 'slug' | 'variants'>,
): Promise<void> {
  const { configId } = context
  const found = await tx
    .selectFrom('product')
    .select('id')
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('deleted product')
  const { name } = before
  const slug = await claimOldSlug(tx, configId, before)
  await tx
    .updateTable('product')
    .set({ deleted_at: null, slug })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(refusal(name))
  await tx
    .updateTable('variant')
    .set({ retired_at: null })
    .where('config_id', '=', configId)
    .where('product_id', '=', id)
    .where(
      'id',
      'in',
      before.variants.map((variant) => variant.id),
    )
    .execute()
    .catch(refusal(name))
  await refreshFacets(tx, configId, [id])
  const after = await lockProduct(tx, configId, id)
  await record(tx, { ...context, action: 'create', subject: 'product', subjectId: id, after: { ...after } })
}

async function claimOldSlug(
  tx: Transaction,
  configId: number,
  { name, slug }: { name: string; slug: string },
) {
  return claimSlug(tx, configId, 'product', { name, wanted: slug }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'slug_taken')) throw error
    return claimSlug(tx, configId, 'product', { name, wanted: undefined })
  })
}

function refusal(name: string) {
  return (error: unknown): never => {
    const refused = violation(error)
    const missing = /_kept_category_id(_subcategory_id)?_fkey$/.exec(refused?.constraint ?? '')
    if (missing) {
      const noun = missing[1] ? 'subcategory' : 'category'
      throw new AppError(
        409,
        'parent_missing',
        `The ${noun} of ${name} is not there any more: bring it back first`,
      )
    }
    if (refused?.constraint !== 'variant_sku') throw error
    throw new AppError(
      409,
      'sku_taken',
      `The SKU ${refused.value ?? ''} of ${name} is taken by another product`,
    )
  }
}
