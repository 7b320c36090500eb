import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { settingSubjects } from '#contract/settings/settings.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { groups, type Group, type Settings } from './groups.ts'
import { findSettings } from './settings.queries.ts'

/**
 * Changes the given fields of a group. Amounts are minor units. Throws AppError 400 for an invalid value, 409 if the
 * group changed after `version`.
 */
export async function updateSettings<G extends Group>(
  tx: Transaction,
  context: WriteContext,
  group: G,
  changes: Partial<Settings<G>>,
  version?: number,
): Promise<void> {
  const { shopId } = context
  const before: Record<string, unknown> = await lockSettings(tx, shopId, group)
  const subject = settingSubjects[group]
  await requireVersion(tx, context, { ...subject, version })
  const after = validate(group, { ...before, ...changes })
  const rows = Object.entries(after)
    .filter(([field, value]) => !isDeepStrictEqual(value, before[field]))
    .map(([field, value]) => ({
      config_id: shopId,
      key: `${group}.${field}`,
      value: JSON.stringify(value),
    }))
  if (rows.length === 0) return
  await tx
    .insertInto('setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['config_id', 'key'])
        .doUpdateSet({ value: sql`excluded.value`, updated_at: sql`now()` }),
    )
    .execute()
  later(tx, record(tx, { ...context, ...subject, action: 'update', before, after }))
}

/** Reads a group and locks the shop, because a setting may have no row to lock yet. */
export async function lockSettings<G extends Group>(
  tx: Transaction,
  shopId: number,
  group: G,
): Promise<Settings<G>> {
  const { currency } = await tx
    .selectFrom('shop')
    .select('currency')
    .where('config_id', '=', shopId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'Shop not found'))
  return findSettings(tx, { shopId, currency }, group)
}

function validate(group: Group, values: object): Record<string, unknown> {
  const { success, data, error } = groups[group].safeParse(values)
  if (success) return data
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError(400, 'invalid_input', issues[0]?.message ?? 'This value is not valid.', issues)
}
