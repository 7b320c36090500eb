import type { ShippingZone } from '#contract/shipping.ts'

/** A number as somebody types it; what is none becomes NaN, which the schema refuses. */
export const readAmount = (text: string | undefined): number =>
  text?.trim() ? Number(text.replaceAll(',', '').trim()) : NaN

const list = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** A zone as its fields say it; whether it makes sense is for the schema to tell. */
export function readZone(fields: Record<string, string>, at: number): ShippingZone {
  const field = (name: string) => fields[`${name}-${at}`]
  const kind = field('kind')
  const free = field('free')
  return {
    name: field('name') ?? '',
    countries: list(field('countries')).map((code) => code.toUpperCase()),
    states: list(field('states')),
    pincodes: list(field('pincodes')).map((range) => {
      const [from = '', to = from] = range.split('-').map((code) => code.trim())
      return { from, to }
    }),
    rate:
      kind === 'weight' || kind === 'amount'
        ? { kind, steps: readSteps(field('steps')) }
        : { kind: 'flat', amount: readAmount(field('amount')) },
    freeFrom: free ? readAmount(free) : null,
  }
}

function readSteps(text = '') {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [upTo = '', amount] = line.split(':')
      return { upTo: /^\s*more\s*$/i.test(upTo) ? null : readAmount(upTo), amount: readAmount(amount) }
    })
}

/** A zone as texts for its fields; the other way round. */
export function writeZone({ name, countries, states, pincodes, rate, freeFrom }: ShippingZone) {
  return {
    name,
    countries: countries.join(', '),
    states: states.join(', '),
    pincodes: pincodes.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(', '),
    kind: rate.kind,
    amount: rate.kind === 'flat' ? String(rate.amount) : '',
    steps:
      rate.kind === 'flat'
        ? ''
        : rate.steps.map(({ upTo, amount }) => `${upTo ?? 'more'}: ${amount}`).join('\n'),
    free: freeFrom === null ? '' : String(freeFrom),
  }
}

/** What a new zone begins with. */
export const emptyZone: ShippingZone = {
  name: '',
  countries: ['IN'],
  states: [],
  pincodes: [],
  rate: { kind: 'flat', amount: 0 },
  freeFrom: null,
}
