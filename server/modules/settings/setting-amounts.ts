import type { ShippingZone } from '#contract/orders/delivery/shipping.ts'
import type { Settings } from './groups.ts'

type Convert = (amount: number) => number

/** The shipping settings that hold amounts; the express rate only if it is given. */
export type ShippingAmounts = Pick<Settings<'shipping'>, 'flat' | 'free_from' | 'zones'> & {
  express_amount?: number | null | undefined
}

/** Converts the amounts of shipping settings, between minor and major units or between currencies. */
export function withAmounts(
  { flat, free_from: freeFrom, express_amount: express, zones }: ShippingAmounts,
  convert: Convert,
) {
  return {
    ...(express !== undefined && { express_amount: express === null ? null : convert(express) }),
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
