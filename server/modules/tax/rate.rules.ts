import { giftCardClass, taxClasses, type OwnTaxClass, type TaxRate } from '#contract/tax/tax-rate.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { placeName, type Place } from './place.ts'

/** A rate in millionths (18 % is 180,000), and the sentence why it applies. */
export interface FoundRate {
  rate: number
  why: string
  /** False: no rate is known for the class at this place and day. */
  isKnown: boolean
}

/** The rates to choose from, and how sentences show amounts. */
export interface RateTable {
  rates: readonly TaxRate[]
  classes: readonly OwnTaxClass[]
  currency: string
  locale: string
}

interface RateQuery {
  taxClass: string
  place: Place
  /** Minor units of one unit, after discounts. */
  price: number
  /** Whether `price` contains the tax. */
  includesTax?: boolean
  /** A day of the shop's calendar: `2025-09-22`. */
  day: string
}

/** Rates are stored as percent with four decimals, so a rate is a whole number of millionths. */
const toMillionths = (percent: number): number => Math.round(percent * 10_000)

/** `18 %`, `8.875 %` */
export const percentText = (millionths: number): string => `${millionths / 10_000} %`

/**
 * The tax rate of a class at a place, for a price, on a day. The narrowest rate applies: postal codes before state, state
 * before country. A class without a rate there has the standard one. `zero`, `exempt` and `gift_card` are 0 % everywhere.
 */
export function rateFor(table: RateTable, query: RateQuery): FoundRate {
  const { taxClass, place, day } = query
  const name = classNameOf(table, taxClass)
  if (taxClass === 'zero' || taxClass === 'exempt')
    return { rate: 0, why: `0 %: ${name}, delivered to ${placeName(place)}`, isKnown: true }
  if (taxClass === giftCardClass)
    return { rate: 0, why: '0 %: gift card, whose tax is due when it pays', isKnown: true }
  const found =
    bandOf(narrowest(table.rates, taxClass, query), query) ??
    bandOf(narrowest(table.rates, 'standard', query), query)
  if (!found) {
    const why = `0 %: no rate for ${name} in ${placeName(place)} on ${dayText(day)}`
    return { rate: 0, why, isKnown: false }
  }
  const rate = toMillionths(found.percent)
  const goods = classNameOf(table, found.class) + bandText(table, found, query)
  const since = found.from === null ? '' : `, from ${dayText(found.from)}`
  return {
    rate,
    why: `${percentText(rate)}: ${goods}, delivered to ${placeName(place)}${since}`,
    isKnown: true,
  }
}

/** The display name of a class; its code if the shop has deleted the class. */
const classNameOf = ({ classes }: Pick<RateTable, 'classes'>, code: string): string =>
  [...taxClasses, ...classes].find((each) => each.code === code)?.name ?? code

/** The price bands of a class at the narrowest place that has any on this day, the lowest first. */
function narrowest(rates: readonly TaxRate[], taxClass: string, { place, day }: RateQuery): TaxRate[] {
  const state = place.state.toLowerCase()
  const found = rates.filter(
    (rate) =>
      rate.class === taxClass &&
      rate.country === place.country &&
      (rate.from === null || rate.from <= day) &&
      (rate.to === null || day <= rate.to) &&
      (rate.state === '' || rate.state.toLowerCase() === state) &&
      (rate.postalFrom === '' ||
        (rate.postalFrom.length <= place.postal.length &&
          rate.postalFrom <= place.postal.slice(0, rate.postalFrom.length) &&
          place.postal.slice(0, rate.postalTo.length) <= rate.postalTo)),
  )
  const widthOf = ({ state: only, postalFrom }: TaxRate) => (postalFrom ? 0 : only ? 1 : 2)
  const least = Math.min(...found.map(widthOf))
  return found.filter((rate) => widthOf(rate) === least).toSorted((a, b) => (a.over ?? 0) - (b.over ?? 0))
}

/**
 * The band that a price falls into. Laws compare the value without tax, so a price with tax is compared without the tax of the
 * band. At 5 % up to ₹2,500, a price of ₹2,625 with tax has 5 %.
 */
function bandOf(bands: readonly TaxRate[], { price, includesTax = false }: RateQuery): TaxRate | undefined {
  const fits = ({ upTo, percent }: TaxRate) => {
    if (upTo === null) return true
    if (!includesTax) return price <= upTo
    return BigInt(price) * 1_000_000n <= BigInt(upTo) * BigInt(1_000_000 + toMillionths(percent))
  }
  return bands.find(fits) ?? bands.at(-1)
}

function bandText({ currency, locale }: RateTable, { over, upTo }: TaxRate, { price }: RateQuery): string {
  const money = (minor: number) => formatMoney(minor, currency, locale).replace(/[.,]0+$/, '')
  if (upTo !== null && !over) return ` ${price === upTo ? 'up to' : 'below'} ${money(upTo)}`
  if (upTo !== null && over) return ` above ${money(over)} up to ${money(upTo)}`
  return over ? ` above ${money(over)}` : ''
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `22 Sep 2025` */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone: `2025-09-22`. */
export function dayIn(timeZone: string, moment: Date): string {
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  return format.format(moment)
}
