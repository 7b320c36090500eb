import type { Field } from './revertible.ts'

/** A field of text or numbers, shown as it is. */
export const plain = (name: string): Field => ({ name })

/** Minor units. */
export const money = (name: string): Field => ({
  name,
  words: (value, say) => (typeof value === 'number' ? [say.money(value)] : []),
})

/** Basis points, shown as a percentage: 1250 is 12.5 %. */
export const percent = (name: string): Field => ({
  name,
  words: (value) => (typeof value === 'number' ? [`${value / 100} %`] : []),
})

export const flag = (name: string): Field => ({
  name,
  words: (value) => (value === null || value === undefined ? [] : [value ? 'Yes' : 'No']),
})

export const moment = (name: string): Field => ({
  name,
  words: (value, say) => (typeof value === 'string' ? [say.moment(value)] : []),
})

/** The file name of a stored picture. */
export const picture = (name: string): Field => ({ name, pictures: true })

/** One record or several, by their ids. */
export const named = (name: string, subject: string): Field => ({
  name,
  words: (value, say) => idsIn(value).map((id) => say.nameOf(subject, id)),
  refers: { subject, ids: idsIn },
})

/** Items of a list, each in a line of its own. */
export const lines = <T>(
  name: string,
  line: (item: T, say: Parameters<NonNullable<Field['words']>>[1]) => string,
): Field => ({
  name,
  words: (value, say) => (Array.isArray(value) ? value.map((item) => line(item as T, say)) : []),
})

function idsIn(value: unknown): number[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((id) => typeof id === 'number')
}
