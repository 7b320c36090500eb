import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import type { CustomValue } from '#contract/custom-fields/custom-value.ts'
import { decimalsProblem } from '#server/modules/pricing/index.ts'

const MAX_TEXT = 2000
const MAX_NUMBER = 1e12

/** What a shop needs to read values. */
export interface ValueFormat {
  /** ISO 4217. */
  currency: string
}

/**
 * A value as it is stored, which is also its form on the wire, or why the field cannot have it. jsonb holds decimal numbers, so
 * amounts in major units are exact. Images and references are checked for their form only: whether they
 * exist is for the caller.
 */
export function readValue(
  { kind, choices }: Pick<CustomField, 'kind' | 'choices'>,
  value: CustomValue,
  { currency }: ValueFormat,
): { stored: CustomValue } | { problem: string } {
  const refuse = (problem: string) => ({ problem })
  switch (kind) {
    case 'text':
      if (typeof value !== 'string' || value.trim() === '') return refuse('Enter a text')
      return value.length > MAX_TEXT ? refuse(`At most ${MAX_TEXT} characters`) : { stored: value.trim() }
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('Enter a number')
      return Math.abs(value) > MAX_NUMBER ? refuse('This number is too large') : { stored: value }
    case 'money': {
      if (typeof value !== 'number' || value < 0) return refuse('Enter an amount of 0 or more')
      if (value > MAX_NUMBER) return refuse('This amount is too large')
      const problem = decimalsProblem(value, currency)
      return problem === undefined ? { stored: value } : refuse(problem)
    }
    case 'date':
      return typeof value === 'string' && isDay(value)
        ? { stored: value }
        : refuse('Enter a day, such as 2026-11-27')
    case 'choice':
      return typeof value === 'string' && choices.includes(value)
        ? { stored: value }
        : refuse(`Choose one of: ${choices.join(', ')}`)
    case 'yes_no':
      return typeof value === 'boolean' ? { stored: value } : refuse('Choose yes or no')
    case 'link':
      return typeof value === 'string' && isWebAddress(value)
        ? { stored: value }
        : refuse('Enter a web address that begins with https:// or http://')
    case 'image':
      return typeof value === 'string' && value !== '' ? { stored: value } : refuse('Choose an image')
    case 'reference':
      return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647
        ? { stored: value }
        : refuse('Choose a record')
  }
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(text).toString() !== 'Invalid Date' &&
  new Date(text).toISOString().startsWith(text)

function isWebAddress(text: string): boolean {
  const { protocol } = URL.parse(text) ?? {}
  return text.length <= MAX_TEXT && (protocol === 'https:' || protocol === 'http:')
}
