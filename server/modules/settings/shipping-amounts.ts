import type { ShippingZone } from '#contract/shipping.ts'
import { toMajor, toMinor } from '#server/modules/pricing/index.ts'
import type { Settings } from './groups.ts'

/** The settings of shipping for the wire. */
export const inMajor = (settings: Settings<'shipping'>, currency: string): Settings<'shipping'> =>
  withAmounts(settings, (minor) => toMajor(minor, currency))

/** The settings of shipping from the wire, for the database. */
export const inMinor = (settings: Settings<'shipping'>, currency: string): Settings<'shipping'> =>
  withAmounts(settings, (major) => toMinor(major, currency))

type Convert = (amount: number) => number

function withAmounts({ flat, free_from: freeFrom, zones }: Settings<'shipping'>, convert: Convert) {
  return {
    flat: convert(flat),
    free_from: freeFrom === null ? null : convert(freeFrom),
    zones: zones.map((zone) => ({
      ...zone,
      rate: rateWith(zone.rate, convert),
      freeFrom: zone.freeFrom === null ? null : convert(zone.freeFrom),
    })),
  }
}

function rateWith(rate: ShippingZone['rate'], convert: Convert): ShippingZone['rate'] {
  if (rate.kind === 'flat') return { kind: 'flat', amount: convert(rate.amount) }
  const limit = rate.kind === 'weight' ? (kilograms: number) => kilograms : convert
  const steps = rate.steps.map(({ upTo, amount }) => ({
    upTo: upTo === null ? null : limit(upTo),
    amount: convert(amount),
  }))
  return { kind: rate.kind, steps }
}
