import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { lowStockMail, sendMail } from '#server/modules/mail/index.ts'
import { listReceivers } from '#server/modules/settings/index.ts'
import { nameOf } from './variant-name.ts'

const atOnce = 1000

interface Claimed {
  id: number
  config_id: number
  variant_id: number
}

interface Low {
  config_id: number
  variant_id: number
  name: string
  options: Record<string, string>
  available: number
}

/**
 * Writes to those of the staff who want to know which variants have come down to their mark: one mail for all of a shop.
 * What is above its mark again by now is not told, nor what was told within a day and not received since. Any number of
 * processes may do it at once. `base` is the address of shop 1. Answers how many mails were written.
 */
export async function tellLowStock(db: Database, base: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: claimed } = await sql<Claimed>`
      select config_id, id, variant_id from low_stock_notice where told_at is null
      order by created_at limit ${atOnce} for update skip locked`.execute(tx)
    if (claimed.length === 0) return 0
    let count = 0
    const told: number[] = []
    for (const [configId, low] of Map.groupBy(await listLow(tx, claimed), (row) => row.config_id)) {
      const mails = await mailShop(tx, configId, base, low)
      count += mails
      if (mails > 0) {
        const variants = new Set(low.map(({ variant_id: id }) => id))
        const of = claimed.filter((row) => row.config_id === configId && variants.has(row.variant_id))
        told.push(...of.map(({ id }) => id))
      }
    }
    const ids = claimed.map(({ id }) => id)
    await sql`update low_stock_notice set told_at = now() where id = any(${told}::bigint[])`.execute(tx)
    await sql`delete from low_stock_notice where id = any(${ids}::bigint[]) and told_at is null`.execute(tx)
    return count
  })
}

async function listLow(tx: Transaction, claimed: readonly Claimed[]): Promise<Low[]> {
  const shops = claimed.map((row) => row.config_id)
  const variants = claimed.map((row) => row.variant_id)
  const { rows } = await sql<Low>`
    select l.config_id, l.variant_id, p.name, v.options, l.available
    from (select distinct * from unnest(${shops}::integer[], ${variants}::integer[]) as t (config_id, variant_id)) t
    join stock_level l on l.config_id = t.config_id and l.variant_id = t.variant_id
    join variant v on v.config_id = l.config_id and v.id = l.variant_id
    join product p on p.config_id = l.config_id and p.id = l.product_id
    where l.is_listed and l.available <= coalesce(l.low_at, low_mark(l.config_id)) and not exists (
      select from low_stock_notice n
      where n.config_id = l.config_id and n.variant_id = l.variant_id and n.told_at > now() - interval '1 day'
        and not exists (
          select from stock_movement m
          where m.config_id = n.config_id and m.variant_id = n.variant_id and m.kind = 'received'
            and m.created_at > n.told_at
        )
    )
    order by l.config_id, l.available, p.name, v.position`.execute(tx)
  return rows
}

async function mailShop(
  tx: Transaction,
  configId: number,
  base: string,
  low: readonly Low[],
): Promise<number> {
  const shop = await tx
    .selectFrom('shop')
    .select(['config_id as configId', 'name', 'currency'])
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
  const receivers = await listReceivers(tx, shop, 'stock_low')
  if (receivers.length === 0) return 0
  const link = `${await originOf(tx, configId, base)}/dashboard/stock?sort=available`
  const lines = low.map(({ name, options, available }) => {
    return `${nameOf(name, options)}: ${available === 0 ? 'sold out' : `${available} left`}`
  })
  for (const { email, fullName: name } of receivers)
    await sendMail(tx, configId, email, lowStockMail({ shopName: shop.name, name, link, low: lines }))
  return receivers.length
}

/** Where a shop answers: at a host that was given to it, else as shop 1 does. */
async function originOf(tx: Transaction, configId: number, base: string): Promise<string> {
  const url = new URL(base)
  if (configId === 1) return url.origin
  const given = await tx
    .selectFrom('shop_host')
    .select('host')
    .where('config_id', '=', configId)
    .orderBy('host')
    .limit(1)
    .executeTakeFirst()
  if (given) url.hostname = given.host
  return url.origin
}
