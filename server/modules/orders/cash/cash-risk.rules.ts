import type { Settings } from '#server/modules/settings/index.ts'

/** What the shop knows of the person who orders, by account, email and phone number. */
export interface CashHistory {
  /** Own orders of any payment that were delivered. */
  delivered: number
  /** Cash orders that reached their end at the door: delivered, or come back without a delivery. */
  ended: number
  /** Cash orders that came back without a delivery. */
  cameBack: number
  /** The same for another person with this phone number. */
  phoneRefused: number
  /** Cash orders that were cancelled because they were not confirmed. */
  neverConfirmed: number
  /** How many of the latest cash orders of the shop `usual` is the average of. */
  compared: number
  /** Minor units. */
  usual: number
}

/** How likely a cash order comes back, and why. */
export interface CashRisk {
  /** From 0 to 100. */
  score: number
  /** Codes of `riskText`, the weightiest first. */
  reasons: string[]
}

/** From this score on an order is risky. */
const RISKY = 30
/** So few orders say nothing about the usual amount. */
const MIN_COMPARED = 10

/** Rates a cash order of `total` minor units by the history of the shop. */
export function cashRisk(history: CashHistory, total: number): CashRisk {
  const { delivered, ended, cameBack, phoneRefused, neverConfirmed, compared, usual } = history
  const isHigh = compared >= MIN_COMPARED && total > 2 * usual
  const isKnown = delivered + cameBack + neverConfirmed > 0
  const found: [weight: number, reason: string][] = [
    [cameBack > 0 ? 35 + Math.round((45 * cameBack) / ended) : 0, `came_back ${cameBack} ${ended}`],
    [phoneRefused > 0 ? 45 : 0, 'phone_refused'],
    [neverConfirmed > 0 ? 25 : 0, `never_confirmed ${neverConfirmed}`],
    [isHigh ? 20 : 0, 'high_amount'],
    [isKnown ? 0 : 15, 'first_order'],
    [delivered > 0 ? -Math.min(30, 10 * delivered) : 0, `delivered ${delivered}`],
  ]
  const counting = found.filter(([weight]) => weight !== 0).toSorted(([a], [b]) => b - a)
  const sum = counting.reduce((all, [weight]) => all + weight, 0)
  return { score: Math.max(0, Math.min(100, sum)), reasons: counting.map(([, reason]) => reason) }
}

/** Whether the customer confirms a cash order before it counts. */
export function needsConfirmation(
  { cod_confirm: which }: Pick<Settings<'payment'>, 'cod_confirm'>,
  { score }: CashRisk,
): boolean {
  return which === 'all' || (which === 'risky' && score >= RISKY)
}
