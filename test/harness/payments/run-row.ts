import { expect } from 'vitest'
import { checkLedger } from '#server/modules/stock/index.ts'
import { storeSettings } from '../data/settings.ts'
import { matrixOrder, type MatrixShop } from './matrix-order.ts'
import type { Outcome } from './outcomes.ts'
import type { PaymentRow } from './payment-row.ts'

/** Lets an order live through a row of the payment matrix, and checks how it ends at the shop and at the provider. */
export async function runRow(
  shop: MatrixShop,
  row: PaymentRow,
  { held, emails, ...end }: Outcome,
): Promise<void> {
  const { server, db } = shop
  await storeSettings(db, { 'payment.take_money': row.isLater ? 'shipping' : 'order' })
  row.before?.(server)
  const one = await matrixOrder(shop)
  await row.steps(one)
  // Then the background jobs run.
  await one.poll()
  await one.refund()
  const { events, emails: sent, ...result } = await one.outcome()
  expect(result).toEqual(end)
  if (emails) expect(sent).toEqual(emails)
  expect(server.held(one.number)).toBe(held)
  // The shop and the provider agree on the money, and it was counted once.
  expect(result.paid - result.refunded).toBe(held)
  const counted = events.filter((kind) => kind === (row.isLater ? 'captured' : 'paid'))
  expect(counted).toHaveLength(row.isLater ? server.captures(one.number).length : result.paid > 0 ? 1 : 0)
  expect(await one.reserved()).toBe(server.authorized(one.number))
  expect(server.opened(one.number)).toBe(1)
  expect(await checkLedger(db)).toEqual([])
}
