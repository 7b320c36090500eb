import type { Mail } from '#contract/mail.ts'

/** What has become of a mail, in words. */
export const statusWords: Record<Mail['status'], string> = {
  waiting: 'Waiting',
  failing: 'Tried, will be tried again',
  given_up: 'Given up',
  sent: 'Sent',
}
