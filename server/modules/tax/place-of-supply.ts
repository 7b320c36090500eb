import { indianStates } from '#contract/orders/address/india.ts'
import type { OrderAddress } from '#contract/orders/order.ts'

/** GST state codes, the first two digits of a GSTIN, by ISO 3166-2:IN code. */
export const gstCodes: Readonly<Record<string, string>> = {
  JK: '01',
  HP: '02',
  PB: '03',
  CH: '04',
  UK: '05',
  HR: '06',
  DL: '07',
  RJ: '08',
  UP: '09',
  BR: '10',
  SK: '11',
  AR: '12',
  NL: '13',
  MN: '14',
  MZ: '15',
  TR: '16',
  ML: '17',
  AS: '18',
  WB: '19',
  JH: '20',
  OD: '21',
  CG: '22',
  MP: '23',
  GJ: '24',
  DH: '26',
  MH: '27',
  KA: '29',
  GA: '30',
  LD: '31',
  KL: '32',
  TN: '33',
  PY: '34',
  AN: '35',
  TS: '36',
  AP: '37',
  LA: '38',
}

/** Union territories without a legislature levy UTGST instead of SGST. */
export const utgstTerritories = ['AN', 'CH', 'DH', 'LA', 'LD']

/** The state of the seller: the chosen one, or that of the GSTIN; empty if neither is known. */
export const sellerState = ({ state, gstin }: { state: string; gstin: string }): string =>
  state || Object.keys(gstCodes).find((code) => gstin.startsWith(gstCodes[code] ?? ' ')) || ''

/** The taxes that GST consists of, by the states of the seller and of the supply. Each has an equal part of the rate. */
export const gstTaxes = {
  unknownSeller: ['GST'],
  acrossStates: ['IGST'],
  withinTerritory: ['CGST', 'UTGST'],
  withinState: ['CGST', 'SGST'],
} as const

/** The names of GST on a sale: two halves within a state, IGST across states, GST if the seller's state is unknown. */
export function taxNames(
  seller: { state: string; gstin: string },
  to: Pick<OrderAddress, 'country' | 'state'>,
): readonly [string] | readonly [string, string] {
  const from = sellerState(seller)
  if (!from) return gstTaxes.unknownSeller
  if (to.country !== 'IN' || to.state !== from) return gstTaxes.acrossStates
  return utgstTerritories.includes(from) ? gstTaxes.withinTerritory : gstTaxes.withinState
}

interface Parties {
  billingAddress: OrderAddress
  shippingAddress: OrderAddress
}

/**
 * The address that decides the place of supply. Goods that a business with a GSTIN sends to another person count as received
 * by this business, in the state of its registration (section 10(1)(b) of the IGST Act, "bill to, ship to"). Otherwise it is
 * where the goods go: (a) for the buyer's own premises, (ca) with circular 209/3/2024 for buyers without a GSTIN.
 */
export function supplyAddress({
  billingAddress: billing,
  shippingAddress: shipping,
}: Parties): Pick<OrderAddress, 'country' | 'state'> {
  const isIndian = billing.country === 'IN' && shipping.country === 'IN'
  if (!isIndian || !billing.taxId || !isOtherPerson(billing, shipping)) return shipping
  const state = Object.keys(gstCodes).find((code) => gstCodes[code] === billing.taxId?.slice(0, 2))
  return { country: 'IN', state: state ?? shipping.state }
}

/** Names and companies are all that an order knows about who receives it. */
function isOtherPerson(billing: OrderAddress, shipping: OrderAddress): boolean {
  const isSame = (a = '', b = '') => a !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()
  return !isSame(billing.company, shipping.company) && !isSame(billing.fullName, shipping.fullName)
}

/** The place of supply for an invoice: `Maharashtra (27)`. */
export function placeOfSupply({ country, state }: Pick<OrderAddress, 'country' | 'state'>): string {
  if (country !== 'IN') return 'Outside India'
  const code = gstCodes[state]
  return code ? `${indianStates[state]} (${code})` : state
}
