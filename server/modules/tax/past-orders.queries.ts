import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { TaxRate } from '#contract/tax/tax-rate.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findSettings, type Settings } from '#server/modules/settings/index.ts'
import { dayIn, dayText } from './rate.rules.ts'
import { rateTable } from './tax-rules.ts'

type Rates = Settings<'tax_rates'>

/**
 * Refuses rates that change what applied on days with orders, until staff confirm it: the orders keep their tax. AppError
 * 409 `confirm_past`.
 */
export async function requirePastConfirmed(db: Database, shop: ShopContext, wanted: Rates): Promise<void> {
  const stored = await findSettings(db, shop, 'tax_rates')
  const from = firstChangedDay(shop, stored, wanted)
  if (from === undefined || from > dayIn(shop.timeZone, new Date())) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from shop_order
      where config_id = ${shop.shopId} and placed_at >= ${from}::date::timestamp at time zone ${shop.timeZone}
      limit 1000
    ) o`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  const since = from === ALWAYS ? '' : ` since ${dayText(from)}`
  const orders = count === 1 ? '1 order has' : `${count === 1000 ? '1,000 or more' : count} orders have`
  const message = `These rates begin in the past: ${orders} been placed${since}. ${count === 1 ? 'It keeps its' : 'They keep their'} tax; only new orders get the new rates. Save again to confirm.`
  throw new AppError(409, 'confirm_past', message)
}

/** The first day that PostgreSQL and a missing beginning share. */
const ALWAYS = '0001-01-01'

/** The first day on which another rate applies than before; undefined if there is none. */
function firstChangedDay(shop: ShopContext, before: Rates, after: Rates): string | undefined {
  const countries = new Set([...before.rates, ...after.rates].map(({ country }) => country))
  const changed = [...countries].flatMap((country) => {
    const old = rateTable({ rates: before }, shop, country).rates
    const now = rateTable({ rates: after }, shop, country).rates
    return [...without(old, now), ...without(now, old)].map((rate) => {
      // A rate that only ends on another day changes nothing before its earlier end.
      const other = [...old, ...now].find(
        (each) => each !== rate && isDeepStrictEqual({ ...each, to: null }, { ...rate, to: null }),
      )
      if (!other) return rate.from ?? ALWAYS
      return [rate.to ?? '9999-12-31', other.to ?? '9999-12-31'].toSorted()[0] ?? ALWAYS
    })
  })
  return changed.toSorted()[0]
}

const without = (rates: readonly TaxRate[], others: readonly TaxRate[]) =>
  rates.filter((rate) => !others.some((other) => isDeepStrictEqual(rate, other)))
