import { frame, type EmailContent, type EmailInput } from './frame.ts'

/** Sent after a password change. The link opens the reset form. */
export const passwordChangedEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'password_changed',
    subject: `Your ${input.shopName} password was changed`,
    before: [
      `Your ${input.shopName} password was just changed. If this was you, there’s nothing to do.`,
      'If it wasn’t you, reset your password now:',
    ],
    button: 'Reset password',
    after: [],
  })
