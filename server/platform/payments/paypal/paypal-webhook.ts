import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookEvent } from '../payment-provider.ts'
import { parsed, type Send } from '../provider-call.ts'
import * as answers from './paypal-answers.ts'
import type { paypalSession } from './paypal-session.ts'

const names = {
  transmission_id: 'paypal-transmission-id',
  transmission_time: 'paypal-transmission-time',
  transmission_sig: 'paypal-transmission-sig',
  cert_url: 'paypal-cert-url',
  auth_algo: 'paypal-auth-algo',
} as const

/**
 * Asks PayPal whether it has sent a message, by POST /v1/notifications/verify-webhook-signature. The shop does not verify the
 * signature by itself, because the message names the certificate to trust. Undefined for anybody else's message.
 */
export async function verifiedEvent(
  send: Send,
  { ask }: Pick<ReturnType<typeof paypalSession>, 'ask'>,
  webhookId: string,
  { body, headers }: { body: Buffer; headers: Readonly<IncomingHttpHeaders> },
): Promise<WebhookEvent | undefined> {
  const read = answers.event.safeParse(parsed(body))
  if (!read.success) return undefined
  const signature: Record<string, string> = { webhook_id: webhookId }
  for (const [field, name] of Object.entries(names)) {
    const value = headers[name]
    if (typeof value !== 'string' || value === '') return undefined
    signature[field] = value
  }
  // A stranger's message is mostly not worth a call.
  if (!/^https:\/\/[\w-]+(\.[\w-]+)*\.paypal\.com\//.test(signature['cert_url'] ?? '')) return undefined
  const call = {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    // PayPal signs the bytes, so the message must stay as it came. It is valid JSON.
    body: `${JSON.stringify(signature).slice(0, -1)},"webhook_event":${body.toString('utf8')}}`,
  } as const
  const { verification_status: status } = await ask(send, answers.verification, call)
  return status === 'SUCCESS' ? eventOf(read.data) : undefined
}

function eventOf({ id, event_type: kind, resource }: ReturnType<typeof answers.event.parse>): WebhookEvent {
  const isRefund = kind === 'PAYMENT.CAPTURE.REFUNDED' || kind.startsWith('PAYMENT.REFUND.')
  const isOrder = kind.startsWith('CHECKOUT.ORDER.')
  return {
    eventId: id,
    kind,
    reference: isOrder
      ? resource.id
      : isRefund
        ? undefined
        : resource.supplementary_data?.related_ids?.order_id,
    refunds: isRefund && resource.id !== undefined ? [resource.id] : [],
    disputes:
      kind.startsWith('CUSTOMER.DISPUTE.') && resource.dispute_id !== undefined ? [resource.dispute_id] : [],
  }
}
