import { sql } from 'kysely'
import type { PersonalRecords } from '#server/platform/personal-records.ts'
import { deleteReturnPhotos } from './return.writes.ts'

/** The returns of a person. They stay with their orders, without the photos, which may show people and homes. */
export const returnRecords: PersonalRecords = {
  name: 'returns',
  async list(db, shopId, userId) {
    const { rows } = await sql<object>`
      select r.kind, r.state, r.wish, r.requested_at, o.serial as order,
        (select json_agg(json_build_object('quantity', l.quantity, 'reason', l.reason) order by l.position)
          from order_return_line l where l.config_id = r.config_id and l.return_id = r.id) as lines,
        array(
          select '/uploads/' || p.file from order_return_photo p
          where p.config_id = r.config_id and p.return_id = r.id order by p.position) as photos
      from order_return r
      join shop_order o on o.config_id = r.config_id and o.id = r.order_id
      where r.config_id = ${shopId} and o.user_id = ${userId}
      order by r.id`.execute(db)
    return rows
  },
  forget: deleteReturnPhotos,
}
