import type { PersonalContext } from '#server/http/route.ts'

/** A shopper of one week, as the search signal counts them. */
export interface WeekShopper {
  /** The Monday of the week as YYYY-MM-DD, in UTC. */
  week: string
  /** A hash of 16 bytes. The same shopper has another one next week. */
  hash: Buffer
}

/** One network counts as at most this many shoppers, however many browsers, cookies and accounts it uses. */
const SHOPPERS_PER_NETWORK = 2

const DAY_MS = 86_400_000

type Sender = Pick<PersonalContext, 'shop' | 'services' | 'clientAddress' | 'userAgent'>

/**
 * The shopper who sends a call in the week of `at`: a keyed hash of week, network and kind of browser. Cookies and accounts are
 * left out, because one person can have any number of them.
 */
export function weekShopper(
  { shop, services: { keyedHash }, clientAddress, userAgent }: Sender,
  at: Date,
): WeekShopper {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7
  const week = new Date(at.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
  const browser = Buffer.from(keyedHash('browser of a search', userAgent))[0] ?? 0
  const parts = [shop.shopId, week, clientAddress, browser % SHOPPERS_PER_NETWORK]
  const hash = Buffer.from(keyedHash('shopper of a search', JSON.stringify(parts)), 'base64url')
  return { week, hash: hash.subarray(0, 16) }
}

/** The same shopper in this week and the last one, for what follows a click some days later. */
export function recentShopper(sender: Sender, now: Date): WeekShopper[] {
  return [weekShopper(sender, now), weekShopper(sender, new Date(now.getTime() - 7 * DAY_MS))]
}

/** Staff look at results as part of their work, so that their searches do not count. */
export const isStaff = ({ caller }: Pick<PersonalContext, 'caller'>): boolean =>
  (caller?.permissions.length ?? 0) > 0
