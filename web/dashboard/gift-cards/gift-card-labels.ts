import type { CreditEntryKind, GiftCardState } from '#contract/credit/gift-card.ts'
import { formatDate, type DateFormat } from '#web/lib/format/dates.ts'

export const giftCardStateLabels: Record<GiftCardState, string> = {
  active: 'Active',
  used: 'Used up',
  expired: 'Expired',
  deactivated: 'Deactivated',
}

export const entryLabels: Record<CreditEntryKind, string> = {
  issued: 'Issued',
  spent: 'Spent',
  given_back: 'Given back',
  refunded: 'Refunded to it',
  corrected: 'Corrected',
  expired: 'Expired',
}

/** The last day of a card, which is over at the moment it expires. */
export const lastDayText = (expiresAt: string, format: DateFormat): string =>
  formatDate(new Date(Date.parse(expiresAt) - 1).toISOString(), format)
