import { permissions, permissionsOf, type Audience, type Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../route.ts'

/** The call changes something, and its API key may only read. */
export const readOnlyKey = () =>
  new AppError(403, 'read_only_key', 'This API key can only read. Create one that can also make changes.')

/** The call needs a signed-in user, and its session is missing or has ended. */
export const notSignedIn = () => new AppError(401, 'not_signed_in', 'Please sign in first.')

/** The caller is known and lacks the permission. */
export const notAllowed = () => new AppError(403, 'not_allowed', 'You are not allowed to do this.')

const passwordChangeRequired = () =>
  new AppError(403, 'password_change_required', 'Please choose your own password before you continue.')

/** The signed-in user of this call. Throws AppError 401 if the caller is not signed in. */
export function callerOf({ caller }: { caller: Caller | undefined }): Caller {
  if (!caller) throw notSignedIn()
  return caller
}

/** Whether an endpoint says who may call it, with permissions that exist. */
export function isAudience(audience: Audience): boolean {
  if (!audience.startsWith('staff:')) return ['public', 'visitor', 'customer', 'staff'].includes(audience)
  const named = permissionsOf(audience)
  return named.length > 0 && named.every((one) => permissions.includes(one))
}

/** Throws AppError 401 or 403 unless the caller belongs to the endpoint's audience. */
export function requireAudience(
  { audience, withGivenPassword }: Pick<Endpoint, 'audience' | 'withGivenPassword'>,
  caller: Caller | undefined,
): void {
  if (audience === 'public' || audience === 'visitor') return
  if (!caller) throw notSignedIn()
  if (audience === 'customer' && caller.apiKeyId !== undefined) throw notAllowed()
  if (caller.mustChangePassword && !withGivenPassword) throw passwordChangeRequired()
  if (audience === 'customer') return
  if (audience === 'staff' && caller.permissions.length > 0) return
  const needed = permissionsOf(audience)
  if (needed.length === 0 || !needed.every((permission) => caller.permissions.includes(permission)))
    throw notAllowed()
}

/** Throws AppError 403 if the payload names another user than the signed-in one. Visitors have no user id. */
export function requireOwnId(caller: Caller | undefined, userId: number | null | undefined): void {
  if (userId === undefined || userId === null || userId === caller?.userId) return
  throw new AppError(403, 'not_allowed', 'You can only do this for your own account.')
}
