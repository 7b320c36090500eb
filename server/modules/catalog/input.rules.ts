import type { ErrorAnswer } from '#contract/endpoint.ts'
import { AppError } from '#server/http/errors.ts'

export type Issue = NonNullable<ErrorAnswer['issues']>[number]

/** AppError 400 with these issues, if there are any; the first is the sentence. */
export function refuseIssues(issues: readonly Issue[]): void {
  const [first] = issues
  if (first) throw new AppError(400, 'invalid_input', first.message, [...issues])
}

/** A name without spaces around it. Throws AppError 400 where nothing, or more than 200 characters, is left. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (!trimmed) refuseIssues([{ path: 'name', message: 'A name is needed' }])
  if (trimmed.length > 200) refuseIssues([{ path: 'name', message: 'A name has at most 200 characters' }])
  return trimmed
}

/** What is stored with those fields changed that are given; undefined leaves a field as it is, null empties it. */
export function withChanges<T extends object>(stored: T, changes: Partial<NoInfer<T>>): T {
  const known = Object.entries(given(changes)).filter(([field]) => field in stored)
  return { ...stored, ...Object.fromEntries(known) }
}

/** Only those fields that hold something; null does, undefined does not. */
export function given<T extends object>(fields: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const held = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(held) as { [Name in keyof T]: Exclude<T[Name], undefined> }
}

/** AppError 404 for a row that is not there. */
export function notFound(noun: string): AppError {
  return new AppError(404, 'not_found', `There is no such ${noun}`)
}

/**
 * Throws AppError 409 `in_use`, naming what would be left hanging: ("Decor", { product: 2 }). Its issues name each kind of
 * user with how many there are.
 */
export function refuseInUse(name: string, uses: Record<string, number>): void {
  const plural = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)
  const named = Object.entries(uses)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => ({ path: noun, message: `${count} ${count === 1 ? noun : plural(noun)}` }))
  if (named.length > 0) {
    const users = named.map(({ message }) => message).join(' and ')
    throw new AppError(409, 'in_use', `${name} is used by ${users}: move or delete them first`, named)
  }
}

/** What the database's refusal of a name in use means to a person; other errors as they are. */
export function nameTaken(name: string): AppError {
  return new AppError(409, 'name_taken', `There is already one named ${name}`, [
    { path: 'name', message: 'This name is taken' },
  ])
}
