import type { PersonalContext } from '#server/http/route.ts'

/** Emails about new orders to addresses that are not confirmed: 5 an hour to one address, 400 at once from one network. */
const EMAILS_PER_ADDRESS = { burst: 5, seconds: 720 }
const EMAILS_PER_NETWORK = { burst: 400, seconds: 36 }

/** Whether the address or the network has had so many emails about new orders that further ones wait for a confirmation. */
export async function isEmailHeld(
  { shop: { shopId }, clientAddress, services: { limits, keyedHash } }: PersonalContext,
  email: string,
): Promise<boolean> {
  if (!limits.on) return false
  const address = keyedHash('order emails', email)
  const allowed = await Promise.all([
    limits.allows(`order emails ${shopId} to ${address}`, EMAILS_PER_ADDRESS),
    limits.allows(`order emails ${shopId} from ${clientAddress}`, EMAILS_PER_NETWORK),
  ])
  return allowed.includes(false)
}
