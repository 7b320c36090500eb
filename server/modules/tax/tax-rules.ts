import type { ShopContext } from '#server/http/route.ts'
import { euCountries } from '#contract/orders/address/eu-countries.ts'
import { isTaxRegistered } from '#contract/tax/seller-number.ts'
import type { TaxedItem, TaxRounding, TaxRules } from '#server/modules/pricing/index.ts'
import type { TaxationSettings } from '#server/modules/settings/index.ts'
import { placeOf, type Place } from './place.ts'
import { presetRates } from './presets.ts'
import { dayIn, percentText, rateFor, type FoundRate, type RateTable } from './rate.rules.ts'
import { sellerState, taxNames } from './place-of-supply.ts'
import { taxationOf, taxNameOf, type Buyer, type Seller, type Taxation } from './taxation.rules.ts'

type TaxShop = Pick<ShopContext, 'currency' | 'locale' | 'timeZone'>

/** Rates have a millionth as their unit, percentages of products a hundredth of a percent. */
const MILLIONTHS_PER_BASIS_POINT = 100

const sellerOf = ({ tax, invoice }: TaxationSettings): Seller => ({
  ...tax,
  state: tax.country === 'IN' ? sellerState(invoice) : tax.state,
})

/** Where the shop itself is: goods that it hands over there are taxed there. */
export const ownPlace = (settings: TaxationSettings): Buyer => {
  const { country, state, postal } = sellerOf(settings)
  return { country, state, postal }
}

/** The shop's own rates of a country, or the preset if it has none. */
export function rateTable(
  { rates: { rates, classes } }: Pick<TaxationSettings, 'rates'>,
  { currency, locale }: Pick<TaxShop, 'currency' | 'locale'>,
  country: string,
): RateTable {
  const own = rates.filter((rate) => rate.country === country)
  return { rates: own.length > 0 ? own : presetRates(country, currency), classes, currency, locale }
}

/**
 * The tax of items that a shop sells to a buyer at a moment or on a day (`2025-09-22`), for `computeCart`. Settings changed later do not change it,
 * because orders keep what it computes.
 */
export function taxRulesFor(
  settings: TaxationSettings,
  shop: TaxShop,
  buyer: Buyer,
  when: Date | string,
): TaxRules {
  const { tax } = settings
  const day = typeof when === 'string' ? when : dayIn(shop.timeZone, when)
  const seller = sellerOf(settings)
  const taxation = taxationOf(seller, buyer)
  const origin = placeOf(seller)
  const at = (place: Place): ItemContext => ({
    home: origin.country,
    table: rateTable(settings, shop, place.country),
    place,
    defaultClass: shopTaxClass(settings),
    includesTax: tax.prices_include,
    day,
  })
  const there = taxation.kind === 'taxed' ? at(taxation.place) : undefined
  const rateOf: TaxRules['rateOf'] = (item, price) =>
    there ? itemRate(there, item, price) : { rate: 0, why: taxation.kind === 'untaxed' ? taxation.why : '' }
  const home = at(origin)
  const isFixed = tax.prices_fixed || !tax.prices_include
  return {
    includesTax: tax.prices_include,
    rounding: roundingOf(settings, shop, taxation),
    name: taxNameOf(taxation.kind === 'taxed' ? taxation.place.country : tax.country),
    country: taxation.country,
    note: taxation.kind === 'taxed' ? '' : taxation.note,
    delivery: tax.delivery,
    rateOf,
    priceOf: (item, price) =>
      isFixed ? price : exchangeTax(price, itemRate(home, item, price).rate, rateOf(item, price).rate),
  }
}

/** CGST and SGST are two taxes (sections 9 of both acts); EN 16931 rounds once for each rate (BT-117). */
function roundingOf(
  { tax, invoice }: TaxationSettings,
  { currency }: Pick<TaxShop, 'currency'>,
  taxation: Taxation,
): TaxRounding {
  if (taxation.kind === 'untaxed') return 'line'
  if (taxation.place.country === 'IN' && currency === 'INR') {
    const { country, state } = taxation.place
    return taxNames(invoice, { country, state }).length === 2 ? 'halves' : 'line'
  }
  if (tax.rounding !== 'country') return tax.rounding
  return euCountries.has(placeOf(tax).country) || placeOf(tax).country === 'GB' ? 'rate' : 'line'
}

const WHOLE = 1_000_000n

/** A price with the tax of one rate (millionths) as a price with that of another, half a minor unit rounded up. */
function exchangeTax(price: number, from: number, to: number): number {
  const whole = WHOLE + BigInt(from)
  return Number((2n * BigInt(price) * (WHOLE + BigInt(to)) + whole) / (2n * whole))
}

/** What staff chose; until then, a seller with a number of its tax registration charges the standard rate. */
const shopTaxClass = ({ tax, invoice }: Pick<TaxationSettings, 'tax' | 'invoice'>): string =>
  tax.default_class ?? (isTaxRegistered(tax.country, invoice) ? 'standard' : '')

interface ItemContext {
  home: string
  table: RateTable
  place: Place
  defaultClass: string
  includesTax: boolean
  day: string
}

/** A product's class counts before its own percentage, and that before the class of its category and of the shop. */
function itemRate(context: ItemContext, { taxClass, gst }: TaxedItem, price: number): FoundRate {
  const { table, place, day, includesTax, home, defaultClass } = context
  if (!taxClass && gst > 0 && place.country === home) {
    const rate = gst * MILLIONTHS_PER_BASIS_POINT
    return { rate, why: `${percentText(rate)}: the product’s own rate`, isKnown: true }
  }
  const code = taxClass || defaultClass || (gst > 0 ? 'standard' : '')
  if (code === '') return { rate: 0, why: '0 %: the product has no tax class', isKnown: true }
  return rateFor(table, { taxClass: code, place, price, includesTax, day })
}
