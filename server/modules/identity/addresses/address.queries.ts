import type { Selectable } from 'kysely'
import type { Address } from '#contract/identity/account.ts'
import { placeLines } from '#server/platform/address-formats/address-lines.ts'
import type { Database } from '#server/db/connect.ts'
import type { Address as Row } from '#server/db/schema.ts'

/** Lists the addresses of a user: the default first, then in the order they were added. */
export async function listAddresses(db: Database, shopId: number, userId: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('address')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(addressOf)
}

/** A row as the API returns it. */
export function addressOf(row: Selectable<Row>): Address {
  const { id, full_name, phone, line1, line2, city, state, pincode, country, is_default } = row
  const place = { fullName: full_name, line1, line2, city, state, pincode, country }
  return { id, ...place, phone, lines: placeLines(place), is_default }
}
