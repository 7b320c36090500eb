import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { moveProducts } from './move-products.writes.ts'
import { changeRules } from './move.writes.ts'
import { updateSubcategory } from './subcategory.writes.ts'

/** Makes everything that is in a category a part of another one. AppError 409 where both have a subcategory of one name. */
export async function moveOutOfCategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  moveTo: number,
): Promise<void> {
  const { configId } = context
  const subcategories = await tx
    .selectFrom('subcategory')
    .select('id')
    .where('config_id', '=', configId)
    .where('category_id', '=', id)
    .orderBy('id')
    .execute()
  for (const subcategory of subcategories) {
    await updateSubcategory(tx, context, subcategory.id, { categoryId: moveTo })
  }
  await moveProducts(tx, context, { categoryId: id }, { categoryId: moveTo, subcategoryId: null })
  await changeRules(tx, context, 'productcategoryid', id, { productcategoryid: moveTo })
}
