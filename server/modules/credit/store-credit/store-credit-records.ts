import { sql } from 'kysely'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'

interface Account {
  currency: string
  balance: number
  entries: { kind: string; amount: number; reason: string; order: string | null; at: string }[]
}

/** The store credit of a person in each currency, with its history. Amounts are major units. It stays without the link to the account. */
export const storeCreditRecords: PersonalRecords = {
  name: 'storeCredit',
  async list(db, shopId, userId) {
    const { rows } = await sql<Account>`
      select a.currency, a.balance, array(
        select json_build_object(
          'kind', e.kind, 'amount', e.amount, 'reason', e.reason, 'order', o.serial, 'at', e.created_at)
        from credit_entry e left join shop_order o on o.config_id = e.config_id and o.id = e.order_id
        where e.config_id = a.config_id and e.account_id = a.id order by e.id) as entries
      from credit_account a
      where a.config_id = ${shopId} and a.kind = 'store_credit' and a.user_id = ${userId}
      order by a.id`.execute(db)
    return rows.map(({ currency, balance, entries }) => ({
      currency,
      balance: toMajor(balance, currency),
      entries: entries.map((entry) => ({ ...entry, amount: toMajor(entry.amount, currency) })),
    }))
  },
}
