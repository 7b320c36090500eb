import type { ShippingZone } from '#contract/orders/delivery/shipping.ts'
import type { Settings } from './groups.ts'

/** Converts the amount of the field `path`. */
type Convert = (amount: number, path: string) => number

/** The shipping settings that hold amounts; the express rate only if it is given. */
export type ShippingAmounts = Pick<Settings<'shipping'>, 'flat' | 'free_from' | 'zones'> & {
  express_amount?: number | null | undefined
}

const cashAmounts = ['cod_max', 'cod_min', 'cod_fee', 'cod_deposit_amount', 'cod_deposit_from'] as const

/** The amounts of cash on delivery, as far as they are given. */
export type CashAmounts = Partial<Pick<Settings<'payment'>, (typeof cashAmounts)[number]>>

/** Converts the amounts of cash on delivery that are given. */
export function withCashAmounts(
  settings: { [Name in keyof CashAmounts]: CashAmounts[Name] | undefined },
  convert: Convert,
): CashAmounts {
  const given = cashAmounts.flatMap((name) => {
    const amount = settings[name]
    return amount === undefined ? [] : [[name, amount === null ? null : convert(amount, name)] as const]
  })
  return Object.fromEntries(given)
}

/** Converts the amounts of shipping settings, between minor and major units or between currencies. */
export function withAmounts(
  { flat, free_from: freeFrom, express_amount: express, zones }: ShippingAmounts,
  convert: Convert,
) {
  return {
    ...(express !== undefined && {
      express_amount: express === null ? null : convert(express, 'express_amount'),
    }),
    flat: convert(flat, 'flat'),
    free_from: freeFrom === null ? null : convert(freeFrom, 'free_from'),
    zones: zones.map((zone, i) => ({
      ...zone,
      rate: rateWith(zone.rate, convert, `zones.${i}.rate`),
      freeFrom: zone.freeFrom === null ? null : convert(zone.freeFrom, `zones.${i}.freeFrom`),
    })),
  }
}

function rateWith(rate: ShippingZone['rate'], convert: Convert, path: string): ShippingZone['rate'] {
  if (rate.kind === 'flat') return { kind: 'flat', amount: convert(rate.amount, `${path}.amount`) }
  const limit = rate.kind === 'weight' ? (kilograms: number) => kilograms : convert
  const steps = rate.steps.map(({ upTo, amount }, i) => ({
    upTo: upTo === null ? null : limit(upTo, `${path}.steps.${i}.upTo`),
    amount: convert(amount, `${path}.steps.${i}.amount`),
  }))
  return { kind: rate.kind, steps }
}
