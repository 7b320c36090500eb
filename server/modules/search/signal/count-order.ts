import type { PersonalContext } from '#server/http/route.ts'
import { noteOrder } from './visit.writes.ts'
import { isStaff, recentShopper } from './week-shopper.ts'

/**
 * Counts a placed order for the searches that led to its products. A failure warns and changes nothing for the order, which is
 * committed.
 */
export async function countOrderAfterSearch(
  context: PersonalContext,
  productIds: readonly number[],
): Promise<void> {
  if (isStaff(context)) return
  const { db, shop } = context
  const order = { shopId: shop.shopId, shoppers: recentShopper(context, new Date()), productIds }
  await noteOrder(db, order).catch((error: unknown) => process.emitWarning(error as Error))
}
