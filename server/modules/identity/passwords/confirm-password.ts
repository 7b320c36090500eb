import { callerOf } from '#server/http/session/audience.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { throttlePasswordCheck } from '../sessions/login-throttling.ts'
import { requireQueueSpace, verifyPassword } from './password.ts'
import { fieldError } from './password.rules.ts'
import { requireUser, type User } from '../accounts/user.queries.ts'

/** Returns the signed-in user if the current password is right. Throws AppError 400 for `field`, or 429. */
export async function confirmPassword(
  context: PersonalContext,
  password: string,
  field: string,
): Promise<User> {
  requireQueueSpace()
  const caller = callerOf(context)
  const { userId } = caller
  const resetThrottle = await throttlePasswordCheck(context, caller)
  const user = await requireUser(context.db, context.shop.shopId, userId)
  if (!(await verifyPassword(user.password_hash, password))) throw wrongPassword(field)
  await resetThrottle()
  return user
}

export const wrongPassword = (field: string) =>
  fieldError('wrong_password', field, 'Incorrect current password')
