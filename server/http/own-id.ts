import { AppError } from './errors.ts'
import type { Caller } from './route.ts'

/** Refuses a payload that names somebody else than who is signed in (403); a visitor is nobody. */
export function requireOwnId(caller: Caller | undefined, userId: number | null | undefined): void {
  if (userId === undefined || userId === null || userId === caller?.userId) return
  throw new AppError(403, 'not_allowed', 'You are signed in as somebody else.')
}
