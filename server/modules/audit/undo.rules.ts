import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#server/http/errors.ts'
import type { EntryRow } from './audit.queries.ts'
import type { State } from './audit.writes.ts'

export interface UndoWish {
  /** Fields to be restored. */
  fields: readonly string[]
  /** Whether to restore a field although it changed later. */
  overwrites(field: string): boolean
  /** Skips fields that changed later, instead of refusing the whole undo. */
  skipConflicts: boolean
}

export interface UndoDecision {
  /** Absent if nothing is to be done, or if conflicts must be resolved first. */
  step?: { kind: 'create'; state: State } | { kind: 'remove' } | { kind: 'update'; fields: State }
  /** Fields whose value is neither the one before the entry nor the one after it. */
  conflicts: { field: string; currentValue: unknown }[]
}

/** Decides how to undo an entry; `current` is undefined for a deleted record. Throws AppError 409 `gone`. */
export function decideUndo(
  { before, after }: Pick<EntryRow, 'before' | 'after'>,
  current: State | undefined,
  { fields, overwrites, skipConflicts }: UndoWish,
): UndoDecision {
  if (!after) {
    return { ...(!current && before && { step: { kind: 'create', state: before } }), conflicts: [] }
  }
  if (!current) {
    if (!before || skipConflicts) return { conflicts: [] }
    throw new AppError(409, 'gone', 'It was deleted. Restore it first.')
  }
  const isCurrent = (field: string, value: unknown) => isDeepStrictEqual(current[field], value)
  const conflicts = fields
    .filter(
      (field) => field in current && !isCurrent(field, after[field]) && !isCurrent(field, before?.[field]),
    )
    .filter((field) => !overwrites(field))
    .map((field) => ({ field, currentValue: current[field] }))
  if (!before) return conflicts.length > 0 ? { conflicts } : { step: { kind: 'remove' }, conflicts }
  if (conflicts.length > 0 && !skipConflicts) return { conflicts }
  const skipped = new Set(conflicts.map(({ field }) => field))
  const restored = fields.filter((field) => !skipped.has(field) && !isCurrent(field, before[field]))
  if (restored.length === 0) return { conflicts }
  return {
    step: { kind: 'update', fields: Object.fromEntries(restored.map((field) => [field, before[field]])) },
    conflicts,
  }
}
