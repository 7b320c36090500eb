import { call, type CallInput } from '#web/lib/call.ts'

/** Emails a reset link if the address has an account. The answer never reveals whether it has. */
export async function requestPasswordReset(input: CallInput<'POST auth/forgot-password'>): Promise<void> {
  await call('POST auth/forgot-password', input)
}

/** Sets a new password with the token of an emailed link. */
export async function resetPasswordByToken(input: CallInput<'POST auth/reset-password'>): Promise<void> {
  await call('POST auth/reset-password', input)
}

/** Confirms an email address with the token of an emailed link. */
export async function confirmEmail(input: CallInput<'POST auth/verify-email'>): Promise<void> {
  await call('POST auth/verify-email', input)
}
