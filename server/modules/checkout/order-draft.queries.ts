import type { StaffOrderInput } from '#contract/orders/staff-order.ts'
import type { Database } from '#server/db/connect.ts'

/** A page of the drafts of a shop, newest first. */
export async function listDrafts(
  db: Database,
  configId: number,
  { page, limit }: { page: number; limit: number },
) {
  const drafts = db.selectFrom('order_draft').where('config_id', '=', configId)
  const [rows, { total }] = await Promise.all([
    drafts
      .select(['number', 'request', 'created_at'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    drafts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const data = rows.map(({ number, request, created_at: createdAt }) => {
    const { contact, shipping, items, note } = request as unknown as StaffOrderInput
    return {
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
