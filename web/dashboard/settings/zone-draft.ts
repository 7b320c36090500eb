import type { z } from 'zod'
import type { shippingSettings } from '#contract/settings.ts'
import type { ShippingZone } from '#contract/shipping.ts'

/** What a delivery up to so much costs, as it is typed; of the last step the limit is not asked. */
export interface StepDraft {
  key: string
  upTo: string
  amount: string
}

/** A zone while it is edited; its key stays when it is moved. */
export interface ZoneDraft {
  key: string
  name: string
  /** Separated by commas, as states and PIN codes are. */
  countries: string
  states: string
  pincodes: string
  kind: ShippingZone['rate']['kind']
  amount: string
  steps: StepDraft[]
  free: string
}

let made = 0
const newKey = () => `z${++made}`

/** A step that says nothing yet. */
export const newStep = (): StepDraft => ({ key: newKey(), upTo: '', amount: '' })

/** What a new zone begins with. */
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

/** A number as somebody types it; what is none becomes NaN, which the schema refuses. */
export const readAmount = (text: string | undefined): number =>
  text?.trim() ? Number(text.replaceAll(',', '').trim()) : NaN

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** A zone as its fields say it; whether it makes sense is for the schema to tell. */
export function zoneOf({ name, kind, amount, steps, free, ...where }: ZoneDraft): ShippingZone {
  return {
    name,
    countries: list(where.countries).map((code) => code.toUpperCase()),
    states: list(where.states),
    pincodes: list(where.pincodes).map((range) => {
      const [from = '', to = from] = range.split('-').map((code) => code.trim())
      return { from, to }
    }),
    rate:
      kind === 'flat'
        ? { kind, amount: readAmount(amount) }
        : {
            kind,
            steps: steps.map((step, at) => ({
              upTo: at === steps.length - 1 ? null : readAmount(step.upTo),
              amount: readAmount(step.amount),
            })),
          },
    freeFrom: free.trim() ? readAmount(free) : null,
  }
}

/** Everything that a zone says, in one line: two that differ read differently. */
export function zoneWords(zone: z.input<typeof shippingSettings>['zones'][number]): string {
  const { name, countries, states, pincodes, rate, freeFrom } = zone
  const codes = pincodes.map(({ from, to }) => (from === to ? from : `${from}-${to}`))
  const where = [...countries, ...states, ...codes].join(', ')
  const cost =
    rate.kind === 'flat'
      ? String(rate.amount)
      : rate.steps
          .map(
            ({ upTo, amount }) => `${upTo === null ? 'beyond' : `up to ${Number(upTo)}`} ${Number(amount)}`,
          )
          .join(', ')
  const by = { flat: '', weight: ' by weight', amount: ' by amount' }[rate.kind]
  return `${name} (${where}):${by} ${cost}${freeFrom === null ? '' : `, free from ${Number(freeFrom)}`}`
}

/** A zone as its fields have it; the other way round. */
export function draftOf({ name, countries, states, pincodes, rate, freeFrom }: ShippingZone): ZoneDraft {
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
