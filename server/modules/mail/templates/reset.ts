import { frame, type MailContent, type MailInput } from './frame.ts'

/** For who has forgotten the password; the link is good once, for 30 minutes. */
export const resetMail = (input: MailInput): MailContent =>
  frame(input, {
    template: 'reset',
    subject: `A new password for ${input.shopName}`,
    before: [
      `Someone, hopefully you, asked for a new password for your account at ${input.shopName}.`,
      'The link works once, within 30 minutes:',
    ],
    button: 'Choose a new password',
    after: ['You have not asked for it? Then leave this message alone: your password stays as it is.'],
  })
