import { sql } from 'kysely'
import { getCreditReport, type CreditSums } from '#contract/reports/credit-report.ts'
import type { Database } from '#server/db/connect.ts'
import { route } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findPeriod, type Period } from './period.ts'
import type { ReportShop } from './sales-sql.ts'

/** What the shop owes on gift cards and store credit. */
export const creditReportRoute = route(getCreditReport, async (days, { db, shop }) => {
  const period = await findPeriod(db, shop.timeZone, days)
  const rows = await sumCredit(db, shop, period)
  const major = (minor: number) => toMajor(minor, shop.currency)
  return {
    data: rows.map(({ kind, ...sums }) => ({
      kind,
      opening: major(sums.opening),
      issued: major(sums.issued),
      refunded: major(sums.refunded),
      givenBack: major(sums.givenBack),
      corrected: major(sums.corrected),
      spent: major(sums.spent),
      expired: major(sums.expired),
      closing: major(sums.closing),
    })),
    currency: shop.currency,
    period: { from: period.from, to: period.to },
  }
})

/** Sums the ledger in minor units: a row for gift cards and one for store credit, also without any entry. */
async function sumCredit(db: Database, shop: ReportShop, { start, end }: Period): Promise<CreditSums[]> {
  const inPeriod = (kind: string) =>
    sql`coalesce(sum(e.amount) filter (where e.kind = ${kind} and e.created_at >= ${start} and e.created_at < ${end}), 0)::bigint`
  const { rows } = await sql<CreditSums>`
    select k.kind, coalesce(sum(e.amount) filter (where e.created_at < ${start}), 0)::bigint as opening,
      ${inPeriod('issued')} as issued, ${inPeriod('refunded')} as refunded, ${inPeriod('given_back')} as "givenBack",
      ${inPeriod('corrected')} as corrected, ${inPeriod('spent')} as spent, ${inPeriod('expired')} as expired,
      coalesce(sum(e.amount) filter (where e.created_at < ${end}), 0)::bigint as closing
    from (values ('gift_card'), ('store_credit')) k (kind)
    left join credit_account a on a.config_id = ${shop.shopId} and a.kind = k.kind and a.currency = ${shop.currency}
    left join credit_entry e on e.config_id = a.config_id and e.account_id = a.id
    group by k.kind order by k.kind`.execute(db)
  return rows
}
