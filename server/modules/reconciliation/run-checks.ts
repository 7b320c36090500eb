import { CompiledQuery, sql } from 'kysely'
import type { Finding } from '#contract/reconciliation/reconciliation.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { IntegrityCheck, Violation } from './integrity-check.ts'
import { integrityChecks } from './integrity-checks.ts'

/** Keeps the list readable where one fault breaks a check thousands of times. */
const MAX_FINDINGS_PER_CHECK = 100

/**
 * Runs every integrity check of a shop against one snapshot. It reads all orders, so the connection must have no
 * statement timeout.
 */
export async function runIntegrityChecks(db: Database, shop: CheckedShop): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Nothing waits between two checks. A lost process would keep its locks on every table it has read.
      await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(tx)
      return listFindings(tx, shop)
    })
}

interface CheckedShop {
  shopId: number
  locale: string
}

/** The same within a transaction. */
export async function listFindings(tx: Transaction, { shopId, locale }: CheckedShop): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of integrityChecks) {
    const query = CompiledQuery.raw(`${check.query} limit ${MAX_FINDINGS_PER_CHECK}`, [shopId])
    const { rows } = await tx.executeQuery<Violation>(query)
    findings.push(...rows.map((row) => describe(check, row, locale)))
  }
  return findings
}

function describe(
  { check, message, action, isMoney }: IntegrityCheck,
  row: Violation,
  locale: string,
): Finding {
  const amount = (value: number) =>
    isMoney && row.currency ? formatMoney(Number(value), row.currency, locale) : String(value)
  const values: Record<string, string> = {
    order: row.order ?? '',
    what: row.what ?? '',
    is: amount(row.is),
    should: amount(row.should),
  }
  const text = message.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { check, message: text, action, order: row.order }
}
