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
  { held, cash = 0, emails, ...end }: Outcome,
): Promise<void> {
  const { server, db } = shop
  const isDeposit = row.isDeposit === true
  await storeSettings(db, {
    'payment.take_money': row.isLater ? 'shipping' : 'order',
    'payment.cod_deposit': isDeposit ? 'percent' : 'off',
  })
  row.before?.(server)
  const deposit = { paymentMethod: 'cod', depositMethod: server.provider.id, expectedDeposit: 400 }
  const one = await matrixOrder(shop, isDeposit ? deposit : {})
  await row.steps(one)
  // Then the background jobs run.
  await one.poll()
  await one.refund()
  const { events, emails: sent, ...result } = await one.outcome()
  expect(result).toEqual(end)
  if (emails) expect(sent).toEqual(emails)
  expect(server.held(one.number)).toBe(held)
  // The shop and the provider agree on the money, and it was counted once.
  expect(result.paid - result.refunded - cash).toBe(held)
  const taken = row.isLater ? 'captured' : isDeposit ? 'deposit_paid' : 'paid'
  const counted = events.filter((kind) => kind === taken)
  expect(counted).toHaveLength(row.isLater ? server.captures(one.number).length : result.paid > 0 ? 1 : 0)
  expect(await one.reserved()).toBe(server.authorized(one.number))
  expect(server.opened(one.number)).toBe(1)
  expect(await checkLedger(db)).toEqual([])
}
