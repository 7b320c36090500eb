import { frame, type EmailContent, type EmailInput } from './frame.ts'

/** Sent to people who forgot their password. The link works once within 30 minutes. */
export const resetEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'reset',
    subject: `Reset your ${input.shopName} password`,
    before: [
      `We received a request to reset your ${input.shopName} password.`,
      'This link works once and expires in 30 minutes:',
    ],
    button: 'Reset password',
    after: ['Didn’t request this? Ignore this email and your password won’t change.'],
  })
