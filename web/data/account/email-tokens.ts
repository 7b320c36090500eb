import type { z } from 'zod'
import type { forgotPassword, resetPassword, verifyEmail } from '#contract/identity/auth.ts'
import { api } from '#web/lib/api.ts'

/** Emails a reset link if the address has an account. The answer never reveals whether it has. */
export async function requestPasswordReset(input: z.input<typeof forgotPassword.input>): Promise<void> {
  await api<typeof forgotPassword>('POST', 'auth/forgot-password', input)
}

/** Sets a new password with the token of an emailed link. */
export async function resetPasswordByToken(input: z.input<typeof resetPassword.input>): Promise<void> {
  await api<typeof resetPassword>('POST', 'auth/reset-password', input)
}

/** Confirms an email address with the token of an emailed link. */
export async function confirmEmail(input: z.input<typeof verifyEmail.input>): Promise<void> {
  await api<typeof verifyEmail>('POST', 'auth/verify-email', input)
}
