import type { Problem, SessionView } from '#server/modules/agents/index.ts'
import type { PaymentHandler } from '../discovery/payment-handlers.ts'
import type { UcpCall } from '../operation.ts'

/** Payment handlers by name. */
export type HandlerRegistry = Record<string, PaymentHandler[]>

/**
 * The handlers by which this checkout can be paid. A platform that declares handlers gets those of its own; one that declares
 * none gets all, because our names stand on our host and no platform can know them before.
 */
export function handlersFor(
  { platformHandlers }: Pick<UcpCall, 'platformHandlers'>,
  { payment }: Pick<SessionView, 'payment'>,
  all: HandlerRegistry,
): HandlerRegistry {
  const isPossible = ({ id }: PaymentHandler) => payment.some((method) => method.id === id)
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, entries]) =>
        entries.some(isPossible) && (platformHandlers.size === 0 || platformHandlers.has(name)),
    ),
  )
}

/** Whether an instrument may name this handler. */
export const isListed = (handlers: HandlerRegistry, id: string): boolean =>
  Object.values(handlers).some((entries) => entries.some((entry) => entry.id === id))

/** The platform can pay by no method of the shop: the buyer pays on the pages of the shop. */
export const nothingInCommon: Problem = {
  code: 'payment_handler_unavailable',
  text: 'Choose how to pay on the page of the shop.',
  about: { kind: 'payment' },
  solvedBy: 'buyer',
}
