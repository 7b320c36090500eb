import type { OrderDraft } from '#contract/orders/manual-order.ts'
import type { Database } from '#server/db/connect.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import { orderNotFound } from '../order/order.queries.ts'
import { findVariants, type DraftRequest } from './manual-order.ts'

/** A page of the drafts of a shop, newest first. */
export async function listDrafts(
  db: Database,
  shopId: number,
  { page, limit }: { page: number; limit: number },
) {
  const drafts = db.selectFrom('order_draft').where('config_id', '=', shopId)
  const [rows, { total }] = await Promise.all([
    drafts
      .select(['id', 'number', 'request', 'created_at'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    drafts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const data = rows.map(({ id, number, request, created_at: createdAt }) => {
    const { contact, shipping, items, note } = request as unknown as DraftRequest
    return {
      id,
      number,
      customer: shipping.fullName,
      email: contact.email,
      phone: contact.phone,
      quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
      note: note ?? '',
      createdAt: createdAt.toISOString(),
    }
  })
  return { data, total: Number(total) }
}

/** A draft for its form. AppError 404. */
export async function readDraft(db: Database, shopId: number, number: string): Promise<OrderDraft> {
  const draft = await db
    .selectFrom('order_draft')
    .select(['id', 'request'])
    .where('config_id', '=', shopId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!draft) throw orderNotFound()
  const { id } = draft
  const request = draft.request as unknown as DraftRequest
  const [version, variants] = await Promise.all([
    findVersion(db, shopId, { subject: 'order_draft', subjectId: id }),
    findVariants(
      db,
      shopId,
      request.items.flatMap(({ variantid }) => variantid ?? []),
    ),
  ])
  const items = request.items.flatMap(({ variantid = 0, quantity, price, reason }) => {
    const { name: productname, options, sku } = variants.get(variantid) ?? {}
    // A variant that is gone for good cannot be ordered any more.
    if (productname === undefined || options === undefined || sku === undefined) return []
    return { variantid, productname, options, sku, quantity, price: price ?? null, reason: reason ?? '' }
  })
  return { id, number, version, request: { ...request, items } }
}
