import { formatMoney } from '#server/modules/pricing/index.ts'

/** A gift card or store credit as it may pay. Amounts are minor units of its currency. */
export interface CreditSource {
  accountId: number
  kind: 'gift_card' | 'store_credit'
  currency: string
  balance: number
  expiresAt: Date | null
  /** By the clock of the database. */
  isExpired: boolean
  deactivatedAt: Date | null
  /** The last characters of the code; empty for store credit. */
  ending: string
}

/** A day in the time zone of the shop: "3 March 2027". */
const dayText = (at: Date, { locale, timeZone }: { locale: string; timeZone: string }) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at)

/** Why a gift card pays nothing: a sentence for shoppers, or null if it pays. `name` begins the sentence. */
export function creditProblem(
  { currency, balance, expiresAt, isExpired, deactivatedAt }: CreditSource,
  shop: { currency: string; locale: string; timeZone: string },
  { name = 'This gift card' }: { name?: string } = {},
): string | null {
  if (deactivatedAt !== null) return `${name} was deactivated. Please contact us.`
  if (expiresAt !== null && isExpired)
    return `${name} expired on ${dayText(new Date(expiresAt.getTime() - 1), shop)}.`
  if (currency !== shop.currency) return `${name} is in ${currency} and can’t pay in ${shop.currency}.`
  if (balance <= 0) return `${name} has no balance left.`
  return null
}

/** How a gift card is called in lists of payments. */
export const cardName = (ending: string): string => `Gift card •••• ${ending}`

/** How a source is called where people read what has paid. */
export const sourceName = ({ kind, ending }: Pick<CreditSource, 'kind' | 'ending'>): string =>
  kind === 'gift_card' ? cardName(ending) : 'Store credit'

/** What each source pays of a total, in their order. A source that is not needed pays 0. */
export function coverTotal<S extends Pick<CreditSource, 'balance'>>(
  total: number,
  sources: readonly S[],
): { source: S; amount: number }[] {
  let rest = total
  return sources.map((source) => {
    const amount = Math.max(0, Math.min(rest, source.balance))
    rest -= amount
    return { source, amount }
  })
}

/** “Only $10.00 is left on it.” */
export const leftSentence = (balance: number, currency: string, locale: string): string =>
  balance > 0 ? `Only ${formatMoney(balance, currency, locale)} is left on it` : 'Nothing is left on it'
