import { frame, type EmailContent, type EmailInput } from './frame.ts'

/** Sent to a new account, and on request. The link confirms the email address. */
export const welcomeEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'welcome',
    subject: `Welcome to ${input.shopName}`,
    before: [`Your account at ${input.shopName} is ready.`, 'Please confirm your email address:'],
    button: 'Confirm email',
    after: ['Didn’t sign up? You can ignore this email.'],
  })
