import { CompiledQuery } from 'kysely'
import type { BookException } from '#contract/books.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { rules, type Broken, type Rule } from './rules.ts'

/** So that books in ruins can still be read. */
const mostOfOneRule = 100

/**
 * Holds every rule against the books of a shop, as they were at one moment, and answers what does not fit. Reads all
 * orders: for a connection without limits.
 */
export async function checkBooks(db: Database, shop: CheckedShop): Promise<BookException[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => findExceptions(tx, shop))
}

interface CheckedShop {
  configId: number
  locale: string
}

/** The same within a transaction. */
export async function findExceptions(
  tx: Transaction,
  { configId, locale }: CheckedShop,
): Promise<BookException[]> {
  const found: BookException[] = []
  for (const rule of rules) {
    const query = CompiledQuery.raw(`${rule.text} limit ${mostOfOneRule}`, [configId])
    const { rows } = await tx.executeQuery<Broken>(query)
    found.push(...rows.map((row) => exceptionOf(rule, row, locale)))
  }
  return found
}

function exceptionOf({ check, says, todo, money }: Rule, row: Broken, locale: string): BookException {
  const amount = (value: number) =>
    money && row.currency ? formatMoney(Number(value), row.currency, locale) : String(value)
  const values: Record<string, string> = {
    order: row.order ?? '',
    what: row.what ?? '',
    is: amount(row.is),
    should: amount(row.should),
  }
  const text = says.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { check, text, todo, order: row.order }
}
