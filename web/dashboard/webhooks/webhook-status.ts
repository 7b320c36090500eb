import type { Webhook } from '#contract/webhooks/webhook.ts'
import { formatDateTime, type DateFormat } from '#web/lib/format/dates.ts'

/** Whether events arrive, in one line. */
export function webhookStatus(webhook: Webhook, shop: DateFormat): string {
  const { active, disabledReason, waiting, waitingSince, lastDeliveredAt } = webhook
  const facts = [
    active ? 'On' : `Off${disabledReason ? `: ${disabledReason}` : ''}`,
    lastDeliveredAt ? `last delivery ${formatDateTime(lastDeliveredAt, shop)}` : 'no delivery yet',
    waiting > 0 &&
      `${waiting === 1 ? '1 event is' : `${waiting} events are`} waiting${waitingSince ? ` since ${formatDateTime(waitingSince, shop)}` : ''}`,
  ]
  return facts.filter(Boolean).join(' · ')
}
