import { call, type CallInput } from '#web/lib/call.ts'
import type { SignedIn } from './session-query.ts'
import { storeUser } from './stored-user.ts'

/** Creates an account. Rejects with an `ApiError`. */
export async function signUp(input: CallInput<'POST auth/register'>, image?: File): Promise<void> {
  await call('POST auth/register', input, { files: image && { profileimage: image } })
}

/** Signs in, for a page that leaves then. Rejects with an `ApiError`, or with an `Error` if the answer has no token. */
export async function openSession(input: CallInput<'POST auth/login'>): Promise<NonNullable<SignedIn>> {
  const { data } = await call('POST auth/login', input)
  if (!data?.token) throw new Error('Token not received')
  storeUser(data.token)
  return data
}
