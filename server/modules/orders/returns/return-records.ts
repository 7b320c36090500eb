import { sql } from 'kysely'
import type { PersonalRecords } from '#server/platform/personal-records.ts'

/** The returns of a person. They are kept with the orders that they belong to. */
export const returnRecords: PersonalRecords = {
  name: 'returns',
  async list(db, shopId, userId) {
    const { rows } = await sql<object>`
      select r.kind, r.state, r.wish, r.requested_at, o.serial as order,
        (select json_agg(json_build_object('quantity', l.quantity, 'reason', l.reason) order by l.position)
          from order_return_line l where l.config_id = r.config_id and l.return_id = r.id) as lines
      from order_return r
      join shop_order o on o.config_id = r.config_id and o.id = r.order_id
      where r.config_id = ${shopId} and o.user_id = ${userId}
      order by r.id`.execute(db)
    return rows
  },
}
