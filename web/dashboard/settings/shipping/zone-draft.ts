import type { z } from 'zod'
import type { shippingSettings } from '#contract/settings/settings.ts'
import type { ShippingZone } from '#contract/orders/delivery/shipping.ts'
import { parseNumber } from '#web/dashboard/record-form/parse-number.ts'
import { newKey } from '#web/lib/new-key.ts'

export type ShippingZoneInput = z.input<typeof shippingSettings>['zones'][number]

/** One rate step as typed. The last step ignores `upTo`. */
export interface StepDraft {
  key: string
  upTo: string
  amount: string
}

/** A zone while it is edited. Its key is stable when the zone moves. */
export interface ZoneDraft {
  key: string
  name: string
  /** Comma-separated, like states and PIN codes. */
  countries: string
  states: string
  pincodes: string
  kind: ShippingZone['rate']['kind']
  amount: string
  steps: StepDraft[]
  free: string
  /** Working days of delivery; both empty: those of the shop. */
  daysFrom: string
  daysTo: string
  cash: boolean
}

export const newStep = (): StepDraft => ({ key: newKey(), upTo: '', amount: '' })

export const newZone = (): ZoneDraft => ({
  key: newKey(),
  name: '',
  countries: 'IN',
  states: '',
  pincodes: '',
  kind: 'flat',
  amount: '0',
  steps: [newStep(), newStep()],
  free: '',
  daysFrom: '',
  daysTo: '',
  cash: true,
})

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Converts the typed texts; the schema validates the result. */
export function zoneFromDraft({ name, kind, amount, steps, free, cash, ...area }: ZoneDraft): ShippingZone {
  const { daysFrom, daysTo } = area
  const hasDays = daysFrom.trim() !== '' || daysTo.trim() !== ''
  return {
    name,
    cash,
    days: hasDays ? { from: parseNumber(daysFrom), to: parseNumber(daysTo) } : null,
    countries: splitList(area.countries).map((code) => code.toUpperCase()),
    states: splitList(area.states),
    pincodes: splitList(area.pincodes).map((range) => {
      const [from = '', to = from] = range.split('-').map((code) => code.trim())
      return { from, to }
    }),
    rate:
      kind === 'flat'
        ? { kind, amount: parseNumber(amount) }
        : {
            kind,
            steps: steps.map((step, at) => ({
              upTo: at === steps.length - 1 ? null : parseNumber(step.upTo),
              amount: parseNumber(step.amount),
            })),
          },
    freeFrom: free.trim() ? parseNumber(free) : null,
  }
}

/** One line with everything in a zone, so that different zones give different texts. */
export function zoneText(zone: ShippingZoneInput): string {
  const { name, countries, states, pincodes, rate, freeFrom, days, cash } = zone
  const codes = pincodes.map(({ from, to }) => (from === to ? from : `${from}-${to}`))
  const area = [...countries, ...states, ...codes].join(', ')
  const rateText =
    rate.kind === 'flat'
      ? String(rate.amount)
      : rate.steps
          .map(({ upTo, amount }) => `${upTo === null ? 'above' : `up to ${Number(upTo)}`} ${Number(amount)}`)
          .join(', ')
  const kindText = { flat: '', weight: ' by weight', amount: ' by order value' }[rate.kind]
  const freeText = freeFrom === null ? '' : `, free over ${Number(freeFrom)}`
  const daysText = days ? `, ${Number(days.from)} to ${Number(days.to)} days` : ''
  return `${name} (${area}):${kindText} ${rateText}${freeText}${daysText}${cash === false ? ', no cash' : ''}`
}

/** The reverse of `zoneFromDraft`. */
export function draftFromZone({
  name,
  countries,
  states,
  pincodes,
  rate,
  freeFrom,
  days,
  cash,
}: ShippingZone): ZoneDraft {
  return {
    ...newZone(),
    name,
    countries: countries.join(', '),
    states: states.join(', '),
    pincodes: pincodes.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(', '),
    kind: rate.kind,
    free: freeFrom === null ? '' : String(freeFrom),
    ...(days && { daysFrom: String(days.from), daysTo: String(days.to) }),
    cash,
    ...(rate.kind === 'flat'
      ? { amount: String(rate.amount) }
      : {
          steps: rate.steps.map(({ upTo, amount }) => ({
            key: newKey(),
            upTo: upTo === null ? '' : String(upTo),
            amount: String(amount),
          })),
        }),
  }
}
