import { frame, type MailContent, type MailInput } from './frame.ts'

/** After a password was changed; the link leads to where a new one can be asked for. */
export const passwordChangedMail = (input: MailInput): MailContent =>
  frame(input, {
    template: 'password_changed',
    subject: `Your password at ${input.shopName} has changed`,
    before: [
      `The password of your account at ${input.shopName} has just been changed. If that was you, all is well.`,
      'If it was not, someone else may have your account. Please set a new password now:',
    ],
    button: 'Set a new password',
    after: [],
  })
