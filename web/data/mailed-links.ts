import type { z } from 'zod'
import type { forgotPassword, resetPassword, verifyEmail } from '#contract/auth.ts'
import { api } from '../lib/api.ts'

/** Has a link for a new password mailed, if the address is known; the answer never says. */
export async function askForReset(input: z.input<typeof forgotPassword.input>): Promise<void> {
  await api<typeof forgotPassword>('POST', 'auth/forgot-password', input)
}

/** Sets a new password by a mailed link. */
export async function setNewPassword(input: z.input<typeof resetPassword.input>): Promise<void> {
  await api<typeof resetPassword>('POST', 'auth/reset-password', input)
}

/** Confirms an address by a mailed link. */
export async function confirmAddress(input: z.input<typeof verifyEmail.input>): Promise<void> {
  await api<typeof verifyEmail>('POST', 'auth/verify-email', input)
}
