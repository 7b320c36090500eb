import { frame, type MailContent, type MailInput } from './frame.ts'

/** To a new address of an account; the link confirms it. */
export const emailChangeMail = (input: MailInput): MailContent =>
  frame(input, {
    template: 'email_change',
    subject: `Your new e-mail address at ${input.shopName}`,
    before: [
      `Your account at ${input.shopName} is to use this e-mail address.`,
      'Please confirm that it is yours:',
    ],
    button: 'Confirm my new address',
    after: [
      'You have no account there? Then leave this message alone: someone may have mistyped an address.',
    ],
  })
