import type { PersonalContext } from '#server/http/route.ts'

const PAGES_PER_SHOPPER = { burst: 10, seconds: 360 }
const PAGES_PER_NETWORK = { burst: 30, seconds: 120 }
const CHECKS_PER_ORDER = { burst: 20, seconds: 15 }

/**
 * Limits payment pages to ten an hour per shopper and thirty per network, because criminals test stolen cards in shops.
 * AppError 429.
 */
export async function limitPaymentPages(context: PersonalContext): Promise<void> {
  const { clientAddress, shop, caller, shopper, services } = context
  const { limits } = services
  if (!limits.on) return
  await limits.take(`pay:${shop.shopId}:network:${clientAddress}`, PAGES_PER_NETWORK)
  const payer = caller ? `user:${caller.userId}` : `shopper:${(await shopper.find()) ?? ''}`
  if (payer !== 'shopper:') await limits.take(`pay:${shop.shopId}:${payer}`, PAGES_PER_SHOPPER)
}

/** Limits how often a provider is asked about one order. AppError 429. */
export const limitPaymentChecks = ({ shop, services }: PersonalContext, number: string) =>
  services.limits.take(`pay:${shop.shopId}:order:${number}`, CHECKS_PER_ORDER)
