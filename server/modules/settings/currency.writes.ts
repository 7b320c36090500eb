import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { fieldsOf, groups, settingsOf, type Group, type Settings } from './groups.ts'
import { withAmounts, withCashAmounts } from './setting-amounts.ts'

/**
 * Converts the stored amounts of all settings from one currency to another; `convert` gets minor units. Settings that nobody has
 * changed have their default in each currency. The caller records the change of currency, whose undo converts back: an entry for
 * each group could be undone alone. AppError 409 `price_too_high`.
 */
export async function convertSettings(
  tx: Transaction,
  shopId: number,
  currency: string,
  convert: (minor: number) => number,
): Promise<void> {
  const convertOrNull = (amount: number | null) => (amount === null ? null : convert(amount))
  await convertGroup(tx, shopId, { group: 'shipping', currency }, (settings) =>
    withAmounts(settings, convert),
  )
  await convertGroup(tx, shopId, { group: 'payment', currency }, (settings) =>
    withCashAmounts(settings, convert),
  )
  await convertGroup(tx, shopId, { group: 'tax_rates', currency }, ({ rates }) => ({
    rates: rates.map((rate) => ({ ...rate, over: convertOrNull(rate.over), upTo: convertOrNull(rate.upTo) })),
  }))
}

async function convertGroup<G extends Group>(
  tx: Transaction,
  shopId: number,
  { group, currency }: { group: G; currency: string },
  converted: (settings: Settings<G>) => Partial<Settings<G>>,
): Promise<void> {
  const rows = await tx
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('config_id', '=', shopId)
    .where(
      'key',
      'in',
      fieldsOf(group).map((field) => `${group}.${field}`),
    )
    .execute()
  const before = settingsOf(group, currency, rows)
  const changes: Partial<Settings<G>> = converted(before)
  if (!groups[group].safeParse({ ...before, ...changes }).success)
    throw new AppError(409, 'price_too_high', 'An amount of the settings would be too high in this currency')
  const stored = new Set(rows.map(({ key }) => key))
  for (const [field, value] of Object.entries(changes)) {
    const key = `${group}.${field}`
    if (!stored.has(key)) continue
    await tx
      .updateTable('setting')
      .set({ value: JSON.stringify(value), updated_at: sql`now()` })
      .where('config_id', '=', shopId)
      .where('key', '=', key)
      .execute()
  }
}
