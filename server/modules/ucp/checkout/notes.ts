import type { SessionView } from '#server/modules/agents/index.ts'
import type { UcpMessage } from '../errors.ts'

/** The message of a new checkout whose platform hears nothing of the order. */
export const webhookRefused: UcpMessage = {
  type: 'info',
  code: 'webhook_url_refused',
  content:
    'The shop sends no events of the order: webhook_url must be at the host of the profile, with https.',
}

/** The message for a refused change of a session that is not open any more. */
export function closedNote({ order }: SessionView): UcpMessage {
  const note = (code: string, content: string): UcpMessage => ({
    type: 'error',
    code,
    content,
    severity: 'unrecoverable',
  })
  if (order === undefined || order.state === 'unpaid')
    return note('checkout_canceled', 'This checkout was canceled or has expired. Create another one.')
  if (order.state === 'awaits_online_payment')
    return note(
      'checkout_awaits_payment',
      'The order of this checkout waits for its payment. It can be canceled.',
    )
  return note('checkout_completed', 'This checkout is completed and can’t be changed.')
}

/** What the buyer has to do for the order. */
export function orderNotes({ order }: SessionView): UcpMessage[] {
  if (order?.state === 'awaits_online_payment')
    return [
      {
        type: 'error',
        code: 'payment_required',
        content: 'The buyer pays on the page of the payment provider.',
        severity: 'requires_buyer_input',
      },
    ]
  if (order?.state === 'awaits_confirmation')
    return [
      {
        type: 'info',
        code: 'buyer_confirmation',
        content: 'The shop has emailed the buyer a link. The order counts once the buyer confirms it there.',
      },
    ]
  if (order?.state === 'awaits_transfer')
    return [
      {
        type: 'info',
        code: 'payment_instructions',
        content: 'The order page shows how to pay. The shop ships once the payment has arrived.',
      },
    ]
  return []
}
