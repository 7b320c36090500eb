import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#server/http/errors.ts'
import type { EntryRow } from './journal.queries.ts'
import type { State } from './journal.writes.ts'

export interface Wanted {
  /** Those that are to be put back. */
  fields: readonly string[]
  /** Whether a field is put back although somebody has changed it since. */
  overwrites(field: string): boolean
  /** Whether such a field is left as it is, instead of refusing all. */
  leave: boolean
}

/** What taking back an entry asks for. */
export interface Decision {
  /** Absent where nothing is to be done, or where fields differ that may not be left. */
  step?: { do: 'create'; state: State } | { do: 'remove' } | { do: 'update'; fields: State }
  /** Fields that are neither what the entry made them nor what they were before. */
  differing: { field: string; now: unknown }[]
}

/** Decides for a record that is `now` so, or gone. AppError 409 `gone` where it has to be there. */
export function decide(
  { before, after }: Pick<EntryRow, 'before' | 'after'>,
  now: State | undefined,
  { fields, overwrites, leave }: Wanted,
): Decision {
  if (!after) return { ...(!now && before && { step: { do: 'create', state: before } }), differing: [] }
  if (!now) {
    if (!before || leave) return { differing: [] }
    throw new AppError(409, 'gone', 'It was deleted meanwhile: revert the deletion first')
  }
  const isNow = (field: string, value: unknown) => isDeepStrictEqual(now[field], value)
  const differing = fields
    .filter((field) => field in now && !isNow(field, after[field]) && !isNow(field, before?.[field]))
    .filter((field) => !overwrites(field))
    .map((field) => ({ field, now: now[field] }))
  if (!before) return differing.length > 0 ? { differing } : { step: { do: 'remove' }, differing }
  if (differing.length > 0 && !leave) return { differing }
  const skipped = new Set(differing.map(({ field }) => field))
  const put = fields.filter((field) => !skipped.has(field) && !isNow(field, before[field]))
  if (put.length === 0) return { differing }
  return {
    step: { do: 'update', fields: Object.fromEntries(put.map((field) => [field, before[field]])) },
    differing,
  }
}
