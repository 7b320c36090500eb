import type { AuditField, Formatters } from './audit-subject.ts'

/** A field of text or numbers, shown as it is. */
export const plain = (name: string): AuditField => ({ name })

/** An amount in minor units. */
export const money = (name: string): AuditField => ({
  name,
  format: (value, formatters) => (typeof value === 'number' ? [formatters.money(value)] : []),
})

/** Basis points, shown as a percentage: 1250 is 12.5%. */
export const percent = (name: string): AuditField => ({
  name,
  format: (value) => (typeof value === 'number' ? [`${value / 100}%`] : []),
})

export const flag = (name: string): AuditField => ({
  name,
  format: (value) => (value === null || value === undefined ? [] : [value ? 'Yes' : 'No']),
})

export const moment = (name: string): AuditField => ({
  name,
  format: (value, formatters) => (typeof value === 'string' ? [formatters.moment(value)] : []),
})

/** The file name of a stored image. */
export const image = (name: string): AuditField => ({ name, images: true })

/** One record or several, by their ids. */
export const named = (name: string, subject: string): AuditField => ({
  name,
  format: (value, formatters) => listIds(value).map((id) => formatters.nameOf(subject, id)),
  references: { subject, ids: listIds },
})

/** Items of a list, each on a line of its own. */
export const lines = <T>(name: string, line: (item: T, formatters: Formatters) => string): AuditField => ({
  name,
  format: (value, formatters) =>
    Array.isArray(value) ? value.map((item) => line(item as T, formatters)) : [],
})

function listIds(value: unknown): number[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((id) => typeof id === 'number')
}
