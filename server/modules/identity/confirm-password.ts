import { callerOf } from '#server/http/caller.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { countConfirmation } from './guessing.ts'
import { requireRoom, verifyPassword } from './password.ts'
import { wrongField } from './password.rules.ts'
import { requireUser, type User } from './user.queries.ts'

/** The signed-in user, who has proved to know the present password. Throws AppError 400 beside `field`, or 429. */
export async function confirmPassword(
  context: PersonalContext,
  password: string,
  field: string,
): Promise<User> {
  requireRoom()
  const { userId } = callerOf(context)
  const forget = await countConfirmation(context, userId)
  const user = await requireUser(context.db, context.shop.configId, userId)
  if (!(await verifyPassword(user.password_hash, password))) throw wrongPassword(field)
  await forget()
  return user
}

/** The present password was not this one, or is not any more. */
export const wrongPassword = (field: string) =>
  wrongField('wrong_password', field, 'This is not your present password')
