import type { z } from 'zod'
import type { forgotPassword, resetPassword, verifyEmail } from '#contract/identity/auth.ts'
import { call } from '#web/lib/call.ts'

/** Emails a reset link if the address has an account. The answer never reveals whether it has. */
export async function requestPasswordReset(input: z.input<typeof forgotPassword.input>): Promise<void> {
  await call('POST auth/forgot-password', input)
}

/** Sets a new password with the token of an emailed link. */
export async function resetPasswordByToken(input: z.input<typeof resetPassword.input>): Promise<void> {
  await call('POST auth/reset-password', input)
}

/** Confirms an email address with the token of an emailed link. */
export async function confirmEmail(input: z.input<typeof verifyEmail.input>): Promise<void> {
  await call('POST auth/verify-email', input)
}
