import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { ShippedLine } from '../shipments/shipment.rules.ts'
import { captureForShipment } from './capture-payment.ts'
import { NOT_CAPTURED } from './capture.rules.ts'

/** A shipment captures once, and once more if the order has changed in between. */
const MAX_TURNS = 3

/**
 * Runs a write that ships units of an order. If it is refused because their money is only authorised, takes the money and runs it again:
 * the write decides first, so a repeated or refused one takes nothing. No transaction is open while the provider is asked. AppErrors
 * of the write and of `captureForShipment`.
 */
export async function withCapture<T>(
  { db, services, shop: { shopId } }: Pick<PersonalContext, 'db' | 'services' | 'shop'>,
  { number, lines }: { number: string; lines?: readonly ShippedLine[] | undefined },
  write: () => Promise<T>,
): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== NOT_CAPTURED || turn === MAX_TURNS) throw error
    }
    await captureForShipment(db, services, { shopId, number }, lines)
  }
}
