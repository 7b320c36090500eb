import { sql, type RawBuilder } from 'kysely'
import type { OwnRows } from '#server/http/session/shopper-access.ts'

/**
 * A column `rows` for a statement that finds a shopper, so that one statement also reads what belongs to the shopper. It has a name
 * of its own. Without `own` there is no such column.
 */
export function withOwnRows(
  name: string,
  own: OwnRows | undefined,
  shopId: number,
  shopperId: RawBuilder<number>,
): { name: string; column: RawBuilder<unknown> } {
  if (!own) return { name, column: sql`` }
  const rows = own.select(shopId, shopperId)
  return {
    name: `${name}_and_${own.name}`,
    column: sql`, (select coalesce(json_agg(own_row), '[]') from (${rows}) own_row) as rows`,
  }
}
