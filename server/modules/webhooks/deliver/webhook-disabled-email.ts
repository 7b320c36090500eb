import { frame, type EmailContent, type EmailInput } from '#server/modules/email/index.ts'

interface WebhookDisabledInput extends EmailInput {
  url: string
  /** A sentence. */
  reason: string
}

/** Tells the owner that the shop switched off a webhook. */
export const webhookDisabledEmail = ({ url, reason, ...input }: WebhookDisabledInput): EmailContent =>
  frame(input, {
    template: 'webhook_disabled',
    subject: `A webhook of ${input.shopName} was switched off`,
    before: [
      `${input.shopName} no longer sends events to ${url}.`,
      reason,
      'Nothing is lost: switch the webhook on again once the receiver works, and it receives what it has missed.',
    ],
    button: 'View webhooks',
    after: [
      'You receive this email because you created the webhook, or because you are an admin of the shop.',
    ],
  })
