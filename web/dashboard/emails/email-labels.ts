import type { Email } from '#contract/email/email.ts'

export const emailStatusLabels: Record<Email['status'], string> = {
  waiting: 'Waiting',
  failing: 'Retrying',
  given_up: 'Failed',
  sent: 'Sent',
}
