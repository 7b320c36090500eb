import type { Database } from '#server/db/connect.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import type { PaymentServer } from '../services/payments/payment-server.ts'

interface Lived {
  number: string
  life: string
  server: PaymentServer
}

/**
 * Checks that shop and providers agree about every order: nothing is paid twice, nothing is lost. Returns how the orders of each
 * life ended at each provider. Throws at the first fault.
 */
export async function checkLived(
  db: Database,
  lived: readonly Lived[],
): Promise<Record<string, Record<string, string>>> {
  const cells: Record<string, Record<string, string>> = {}
  for (const { number, life, server } of lived) {
    const { id, status, paid, refunded } = await db
      .selectFrom('shop_order')
      .select(['id', 'status', 'paid', 'refunded'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const held = server.held(number)
    const events = await db.selectFrom('order_event').select('kind').where('order_id', '=', id).execute()
    const counted = events.filter(({ kind }) => kind === 'paid').length
    const state = `${number} (${life} at ${server.provider.id}): ${status}, ${paid} paid, ${refunded} refunded, ${held} held`
    if (paid - refunded !== held) throw new Error(`Shop and provider differ about ${state}`)
    if (counted !== (paid > 0 ? 1 : 0) || paid > 200_000)
      throw new Error(`Counted ${counted} times: ${state}`)
    if (server.opened(number) !== 1) throw new Error(`${server.opened(number)} pages of ${state}`)
    if ((status === 'confirmed') !== held > 0 || (status !== 'confirmed' && status !== 'cancelled'))
      throw new Error(`Another end than its money has: ${state}`)
    const cell = (cells[life] ??= {})
    const end = held > 0 ? 'paid' : paid > 0 ? 'refunded' : 'unpaid'
    const counts = Object.fromEntries(
      (cell[server.provider.id] ?? '')
        .split(', ')
        .filter(Boolean)
        .map((part) => part.split(' ').toReversed()),
    )
    counts[end] = Number(counts[end] ?? 0) + 1
    cell[server.provider.id] = Object.entries(counts)
      .map(([name, count]) => `${String(count)} ${name}`)
      .join(', ')
  }
  const gaps = await checkLedger(db)
  if (gaps.length > 0) throw new Error(`The ledger differs from the levels: ${JSON.stringify(gaps[0])}`)
  const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  if (found.length > 0) throw new Error(`Reconciliation: ${found.map(({ message }) => message).join(' ')}`)
  return cells
}
