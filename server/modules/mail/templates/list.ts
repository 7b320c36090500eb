import { emailChangeMail } from './email-change.ts'
import type { MailContent, MailInput } from './frame.ts'
import { passwordChangedMail } from './password-changed.ts'
import { resetMail } from './reset.ts'
import { welcomeMail } from './welcome.ts'

interface Template {
  template: string
  name: string
  /** Who gets it, and when. */
  when: string
  make(input: MailInput): MailContent
}

/** Every kind of mail that goes to customers, as the dashboard lists them. */
export const templates: readonly Template[] = [
  {
    template: 'welcome',
    name: 'Welcome',
    when: 'To a new customer, with the link that confirms the address.',
    make: welcomeMail,
  },
  {
    template: 'reset',
    name: 'New password',
    when: 'To who has forgotten the password, with a link that works once within 30 minutes.',
    make: resetMail,
  },
  {
    template: 'password_changed',
    name: 'Password changed',
    when: 'After a password was changed, in case it was somebody else.',
    make: passwordChangedMail,
  },
  {
    template: 'email_change',
    name: 'New e-mail address',
    when: 'To the new address of an account, with the link that confirms it.',
    make: emailChangeMail,
  },
]
