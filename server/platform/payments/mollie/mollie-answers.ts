import { z } from 'zod'

// The parts of Mollie's answers that the shop reads: https://docs.mollie.com/reference/ (June 2026).

const id = z.string().min(1).max(100)

const money = z.object({ currency: z.string().length(3), value: z.string().max(40) })

export const payment = z.object({
  resource: z.literal('payment'),
  id,
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount: money,
  /** What can still be refunded; absent if nothing was paid. */
  amountRemaining: money.nullish(),
  captureMode: z.enum(['automatic', 'manual']).nullish(),
  /** What was captured so far; absent if nothing was, or if Mollie captures by itself. */
  amountCaptured: money.nullish(),
  captureBefore: z.iso.datetime({ offset: true }).nullish(),
  _links: z.object({ checkout: z.object({ href: z.url() }).nullish() }),
  _embedded: z
    .object({
      refunds: z.array(z.object({ id })).optional(),
      chargebacks: z.array(z.object({ id })).optional(),
    })
    .optional(),
})
export type Payment = z.output<typeof payment>

export const refund = z.object({
  resource: z.literal('refund'),
  id,
  paymentId: id,
  status: z.enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']),
  metadata: z.unknown(),
})
export type Refund = z.output<typeof refund>

export const refunds = z.object({ _embedded: z.object({ refunds: z.array(refund) }) })

export const capture = z.object({
  resource: z.literal('capture'),
  id,
  paymentId: id,
  status: z.enum(['pending', 'succeeded', 'failed']),
  metadata: z.unknown(),
})
export type Capture = z.output<typeof capture>

export const captures = z.object({ _embedded: z.object({ captures: z.array(capture) }) })

export const chargeback = z.object({
  resource: z.literal('chargeback'),
  id,
  paymentId: id,
  amount: money,
  reason: z.object({ description: z.string() }).nullish(),
  reversedAt: z.string().nullish(),
})

export const profile = z.object({
  resource: z.literal('profile'),
  mode: z.enum(['test', 'live']),
  name: z.string().min(1),
})

const failure = z.object({ status: z.number().int(), title: z.string(), detail: z.string().min(1) })

/** Mollie's sentence about a request that it refuses; undefined if the answer has another form. */
export const refusalOf = (body: unknown): string | undefined => failure.safeParse(body).data?.detail
