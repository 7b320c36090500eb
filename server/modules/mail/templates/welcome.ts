import { frame, type MailContent, type MailInput } from './frame.ts'

/** For a new account, or one that asks again; the link confirms the address. */
export const welcomeMail = (input: MailInput): MailContent =>
  frame(input, {
    template: 'welcome',
    subject: `Welcome to ${input.shopName}`,
    before: [
      `Your account at ${input.shopName} is ready.`,
      'Please confirm that this is your e-mail address, so that nobody else can use it:',
    ],
    button: 'Confirm my address',
    after: ['You have not signed up? Then leave this message alone: someone may have mistyped an address.'],
  })
