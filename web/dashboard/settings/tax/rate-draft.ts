import type { TaxRatesInput, TaxRates } from '#contract/tax/tax.ts'
import { newKey } from '#web/lib/new-key.ts'
import { parseNumber } from '#web/dashboard/record-form/parse-number.ts'

type Rate = TaxRatesInput['rates'][number]

/** A rate while it is edited: every field as typed. */
export type RateDraft = { key: string } & Record<keyof Rate, string>

/** A class of the shop while it is edited. */
export interface ClassDraft {
  key: string
  code: string
  name: string
}

const textOf = (value: number | string | null) => (value === null ? '' : String(value))

export const draftFromRate = (rate: Rate): RateDraft => ({
  key: newKey(),
  class: rate.class,
  country: rate.country,
  state: rate.state,
  postalFrom: rate.postalFrom,
  postalTo: rate.postalTo,
  over: textOf(rate.over),
  upTo: textOf(rate.upTo),
  percent: textOf(rate.percent),
  from: textOf(rate.from),
  to: textOf(rate.to),
})

export const newRate = (country: string): RateDraft => ({
  key: newKey(),
  class: 'standard',
  country,
  state: '',
  postalFrom: '',
  postalTo: '',
  over: '',
  upTo: '',
  percent: '',
  from: '',
  to: '',
})

const amountOrNull = (text: string) => (text.trim() === '' ? null : parseNumber(text))

/** The form's input: empty fields are open ends. */
export const ratesFrom = (drafts: readonly RateDraft[]) =>
  drafts.map(({ key: _key, over, upTo, percent, from, to, ...rate }) => ({
    ...rate,
    over: amountOrNull(over),
    upTo: amountOrNull(upTo),
    percent: parseNumber(percent),
    from: from || null,
    to: to || null,
  }))

export const classesFrom = (drafts: readonly ClassDraft[]) => drafts.map(({ code, name }) => ({ code, name }))

/** `Standard DE 19 % from 2021-01-01`, for messages about conflicts. */
export const rateText = ({ class: code, country, state, percent, from, to }: Rate) =>
  [code, country, state, `${percent} %`, from && `from ${from}`, to && `until ${to}`]
    .filter(Boolean)
    .join(' ')

/** The countries of all presets, by code. */
export const presetCountries = (presets: TaxRates['presets']): string[] => [
  ...new Set(presets.flatMap(({ rates }) => rates.map(({ country }) => country))),
]

const columns = [
  'class',
  'country',
  'state',
  'postalFrom',
  'postalTo',
  'over',
  'upTo',
  'percent',
  'from',
  'to',
] as const

/**
 * Rates from the lines of a CSV file with the columns class, country, state, postalFrom, postalTo, over, upTo, percent,
 * from, to. The first line names its columns. Error with a sentence.
 */
export async function ratesFromCsv(text: string): Promise<RateDraft[]> {
  // Only staff who import rates load the parser.
  const { parse } = await import('csv-parse/browser/esm/sync')
  const [names = [], ...lines] = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  if (!names.includes('percent') || !names.includes('country'))
    throw new Error('The first line must name the columns, at least country and percent.')
  return lines.map((cells) => {
    const given = columns.map((column) => [column, cells[names.indexOf(column)] ?? ''] as const)
    const rate = { ...newRate(''), ...Object.fromEntries(given) }
    return { ...rate, class: rate.class || 'standard', country: rate.country.toUpperCase() }
  })
}
