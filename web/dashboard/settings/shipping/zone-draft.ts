import type { z } from 'zod'
import type { shippingSettings } from '#contract/settings.ts'
import type { ShippingZone } from '#contract/orders/shipping.ts'
import { newKey } from '../../../lib/new-key.ts'

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
})

/** Accepts thousands separators. Anything else becomes NaN, which the schema refuses. */
export const parseAmount = (text: string | undefined): number =>
  text?.trim() ? Number(text.replaceAll(',', '').trim()) : NaN

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Converts the typed texts; the schema validates the result. */
export function zoneFromDraft({ name, kind, amount, steps, free, ...area }: ZoneDraft): ShippingZone {
  return {
    name,
    countries: splitList(area.countries).map((code) => code.toUpperCase()),
    states: splitList(area.states),
    pincodes: splitList(area.pincodes).map((range) => {
      const [from = '', to = from] = range.split('-').map((code) => code.trim())
      return { from, to }
    }),
    rate:
      kind === 'flat'
        ? { kind, amount: parseAmount(amount) }
        : {
            kind,
            steps: steps.map((step, at) => ({
              upTo: at === steps.length - 1 ? null : parseAmount(step.upTo),
              amount: parseAmount(step.amount),
            })),
          },
    freeFrom: free.trim() ? parseAmount(free) : null,
  }
}

/** One line with everything in a zone, so that different zones give different texts. */
export function zoneText(zone: z.input<typeof shippingSettings>['zones'][number]): string {
  const { name, countries, states, pincodes, rate, freeFrom } = zone
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
  return `${name} (${area}):${kindText} ${rateText}${freeText}`
}

/** The reverse of `zoneFromDraft`. */
export function draftFromZone({
  name,
  countries,
  states,
  pincodes,
  rate,
  freeFrom,
}: ShippingZone): ZoneDraft {
  return {
    ...newZone(),
    name,
    countries: countries.join(', '),
    states: states.join(', '),
    pincodes: pincodes.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(', '),
    kind: rate.kind,
    free: freeFrom === null ? '' : String(freeFrom),
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
