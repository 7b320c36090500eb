/** The filter of a list by custom fields, by key: a value, or a range such as `5..10`. */
export type CustomFilter = ReadonlyMap<string, string>

/** Reads the parameter of the URL, as `customFilter` of the contract describes it. */
export const readFilter = (text: string | undefined): CustomFilter =>
  new Map(
    (text ?? '').split('\n').flatMap((line) => {
      const end = line.indexOf(':')
      return end > 0 && end < line.length - 1 ? [[line.slice(0, end), line.slice(end + 1)]] : []
    }),
  )

/** The parameter with another value of one field; an empty value removes it. */
export function changeFilter(filter: CustomFilter, key: string, value: string): string {
  const next = new Map(filter)
  if (value === '') next.delete(key)
  else next.set(key, value)
  return [...next].map((line) => line.join(':')).join('\n')
}

/** The ends of a range; a single value is both. */
export function rangeOf(value: string): { from: string; to: string } {
  const [from = '', to = from] = value.split('..')
  return { from, to }
}

/** A range; empty without ends. */
export const rangeFilter = (from: string, to: string): string => (from || to ? `${from}..${to}` : '')

/** "from 5", "up to 10", "5 to 10", "5"; empty without ends. `format` writes an end. */
export function rangeText(
  { from, to }: { from: string; to: string },
  format: (end: string) => string,
): string {
  if (from === to) return from && format(from)
  if (to === '') return `from ${format(from)}`
  return from === '' ? `up to ${format(to)}` : `${format(from)} to ${format(to)}`
}
