import { dateLocale } from '#contract/date-locale.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { NameOf } from './names.queries.ts'
import type { AuditField, Formatters } from './audit-subject.ts'

/** How a shop writes amounts and moments. */
export interface ShopFormats {
  currency: string
  locale: string
  timeZone: string
}

/** Longer texts are cut: the log shows what happened, the record shows the whole text. */
const MAX_LINE_LENGTH = 2000

export function createFormatters({ currency, locale, timeZone }: ShopFormats, nameOf: NameOf): Formatters {
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const moments = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  return {
    money: (minor) => amounts.format(toMajor(minor, currency)),
    moment: (iso) => moments.format(new Date(iso)),
    nameOf,
  }
}

/** Formats a value as lines; an empty value has none. */
export function valueLabels(field: AuditField | undefined, value: unknown, formatters: Formatters): string[] {
  const lines = field?.format?.(value, formatters) ?? plainLabels(value)
  return lines.map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line))
}

function plainLabels(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (Array.isArray(value)) return value.flatMap(plainLabels)
  return [JSON.stringify(value)]
}
