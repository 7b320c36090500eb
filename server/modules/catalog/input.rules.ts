import type { ErrorAnswer } from '#contract/endpoint.ts'
import { AppError } from '#server/http/errors.ts'

export type Issue = NonNullable<ErrorAnswer['issues']>[number]

/** Throws AppError 400 with these issues, if there are any. The first one is the error's message. */
export function refuseIssues(issues: readonly Issue[]): void {
  const [first] = issues
  if (first) throw new AppError(400, 'invalid_input', first.message, [...issues])
}

/** The trimmed name. AppError 400 for an empty name and for one above 200 characters. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (!trimmed) refuseIssues([{ path: 'name', message: 'Enter a name' }])
  if (trimmed.length > 200) refuseIssues([{ path: 'name', message: 'Use at most 200 characters' }])
  return trimmed
}

/** The stored row with the changed fields: undefined leaves a field as it is, null clears it. */
export function withChanges<T extends object>(stored: T, changes: Partial<NoInfer<T>>): T {
  const known = Object.entries(definedFields(changes)).filter(([field]) => field in stored)
  return { ...stored, ...Object.fromEntries(known) }
}

/** The fields without those that are undefined; null stays. */
export function definedFields<T extends object>(
  fields: T,
): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as { [Name in keyof T]: Exclude<T[Name], undefined> }
}

/** An empty text takes the value away; an absent one keeps it. */
export const emptyIsNone = (value: string | undefined) => (value === '' ? null : value)

/** AppError 404 for a missing row. */
export function notFound(noun: string): AppError {
  return new AppError(404, 'not_found', `There is no such ${noun}`)
}

/** Throws AppError 409 `in_use` if something uses the row: ("Decor", { product: 2 }). One issue per kind of use. */
export function requireUnused(name: string, uses: Record<string, number>): void {
  const plural = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)
  const named = Object.entries(uses)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => ({ path: noun, message: `${count} ${count === 1 ? noun : plural(noun)}` }))
  if (named.length > 0) {
    const users = named.map(({ message }) => message).join(' and ')
    throw new AppError(409, 'in_use', `${name} is in use by ${users}. Move or delete them first.`, named)
  }
}

/** AppError 409 for a name that another row has. */
export function nameTaken(name: string): AppError {
  return new AppError(409, 'name_taken', `“${name}” already exists`, [
    { path: 'name', message: 'This name is already in use' },
  ])
}

/** AppError 400 for a size guide that is no content page. */
export function noSizeGuide(slug: string | null): AppError {
  const message = `There is no page “${slug ?? ''}”. Create it under Pages first.`
  return new AppError(400, 'invalid_input', message, [{ path: 'sizeGuide', message }])
}
