import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { day } from '#contract/fields.ts'
import { taxRateOf, type TaxRate } from '#contract/tax/tax-rate.ts'
import { toMinor } from '#server/modules/pricing/index.ts'

const preset = z.strictObject({
  name: z.string(),
  source: z.string(),
  url: z.url(),
  asOf: day,
  currency: z.string(),
  note: z.string(),
  rates: z.array(taxRateOf(z.number())),
})

/** Rates to start from, with their source. Amounts are major units of `currency`. */
export type TaxPreset = z.output<typeof preset>

const folder = join(import.meta.dirname, 'presets')

/** All presets, read once. */
export const taxPresets: readonly TaxPreset[] = readdirSync(folder)
  .toSorted()
  .map((file) => preset.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))

const byCountry = new Map(
  taxPresets.flatMap(({ rates, currency }) =>
    [...Map.groupBy(rates, ({ country }) => country)].map(
      ([country, list]) => [country, { currency, list }] as const,
    ),
  ),
)
const converted = new Map<string, readonly TaxRate[]>()

/**
 * The preset rates of a country, in minor units. A shop with another currency than the country's law cannot compare its
 * prices with the bands, so the highest band applies to all its prices.
 */
export function presetRates(country: string, currency: string): readonly TaxRate[] {
  const key = `${country} ${currency}`
  const known = converted.get(key)
  if (known) return known
  const { currency: own = currency, list = [] } = byCountry.get(country) ?? {}
  const minor = (major: number | null) => (major === null ? null : toMinor(major, currency))
  const rates =
    own === currency
      ? list.map((rate) => ({ ...rate, over: minor(rate.over), upTo: minor(rate.upTo) }))
      : list.filter(({ upTo }) => upTo === null).map((rate) => ({ ...rate, over: null }))
  // Countries without a preset are not kept: their number is not limited by the data.
  if (list.length > 0) converted.set(key, rates)
  return rates
}
