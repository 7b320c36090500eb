import type { OrderDraft } from '#contract/orders/manual-order.ts'
import type { Database } from '#server/db/connect.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import type { StockLine } from '#server/modules/stock/index.ts'
import { orderNotFound } from '../order/order.queries.ts'
import { findVariants } from './manual-items.ts'
import type { DraftRequest } from './manual-order.ts'

/** A page of the drafts of a shop, newest first. */
export async function listDrafts(
  db: Database,
  shopId: number,
  { page, limit }: { page: number; limit: number },
) {
  const drafts = db.selectFrom('order_draft').where('config_id', '=', shopId)
  const [rows, { total }] = await Promise.all([
    drafts
      .select(['id', 'number', 'request', 'created_at', 'held_until'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    drafts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const data = rows.map(({ id, number, request, created_at: createdAt, held_until: heldUntil }) => {
    const { contact, shipping, items, note } = request as unknown as DraftRequest
    return {
      id,
      number,
      customer: shipping?.fullName || contact.name || 'Counter customer',
      email: contact.email,
      phone: contact.phone,
      quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
      note: note ?? '',
      createdAt: createdAt.toISOString(),
      heldUntil: heldUntil?.toISOString() ?? null,
    }
  })
  return { data, total: Number(total) }
}

/** A draft for its form. AppError 404. */
export async function readDraft(
  db: Database,
  shopId: number,
  number: string,
): Promise<Omit<OrderDraft, 'proFormaUrl'>> {
  const draft = await db
    .selectFrom('order_draft')
    .select(['id', 'request', 'held_until'])
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
  const heldUntil = draft.held_until?.toISOString() ?? null
  // A draft of before pick-up has no name beside its address.
  const contact = { ...request.contact, name: request.contact.name ?? '' }
  return { id, number, version, heldUntil, request: { ...request, contact, items } }
}

/** A draft as it is stored. */
export interface StoredDraft {
  number: string
  request: DraftRequest
  heldUntil: Date | null
  held: StockLine[]
}

export async function findDraft(
  db: Database,
  shopId: number,
  number: string,
): Promise<StoredDraft | undefined> {
  const draft = await db
    .selectFrom('order_draft')
    .select(['number', 'request', 'held', 'held_until as heldUntil'])
    .where('config_id', '=', shopId)
    .where('number', '=', number)
    .executeTakeFirst()
  return draft as StoredDraft | undefined
}
