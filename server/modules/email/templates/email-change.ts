import { frame, type EmailContent, type EmailInput } from './frame.ts'

/** Sent to the new address of an account; the link confirms it. */
export const emailChangeEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'email_change',
    subject: `Confirm your new email for ${input.shopName}`,
    before: [`Confirm this email to use it with your ${input.shopName} account:`],
    button: 'Confirm email',
    after: ['Don’t have an account with us? You can ignore this email.'],
  })
