import type { PersonalContext } from '#server/http/route.ts'

const perShopper = { burst: 10, seconds: 360 }
const perNetwork = { burst: 30, seconds: 120 }
const perOrder = { burst: 20, seconds: 15 }

/**
 * Stolen cards are tried out in shops: from one cart ten pages to pay on an hour, from one network thirty. AppError 429
 * beyond that.
 */
export async function slowCardTesting(context: PersonalContext): Promise<void> {
  const { limits, clientAddress, shop, caller, shopper } = context
  if (!limits.on) return
  await limits.take(`pay:${shop.configId}:network:${clientAddress}`, perNetwork)
  const who = caller ? `user:${caller.userId}` : `shopper:${(await shopper.find()) ?? ''}`
  if (who !== 'shopper:') await limits.take(`pay:${shop.configId}:${who}`, perShopper)
}

/** A provider is not asked about one order more often than somebody would who waits for the answer. */
export const slowAsking = ({ limits, shop }: PersonalContext, number: string) =>
  limits.take(`pay:${shop.configId}:order:${number}`, perOrder)
