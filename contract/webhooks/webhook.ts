import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, limit, moment, page, text, version, whole } from '../fields.ts'
import { eventKindNames } from '../events/kinds.ts'

/** The kinds that a webhook can receive, beside test deliveries. */
export const webhookKinds = eventKindNames.filter((kind) => kind !== 'webhook.test')

const url = text(2000)
  .trim()
  .refine((address) => {
    const parsed = URL.parse(address)
    return parsed !== null && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password
  }, 'Enter an address that begins with https://')

const kinds = z
  .array(z.enum(webhookKinds), 'Choose at least one event')
  .min(1, 'Choose at least one event')
  .max(webhookKinds.length)

export const webhook = z.object({
  id: z.number().int(),
  url: z.string(),
  kinds: z.array(z.string()),
  active: z.boolean(),
  disabledReason: z.string().nullable().describe('why the shop switched it off; null: it did not'),
  waiting: z.number().int().describe('events that wait for their delivery, counted up to 1,000'),
  waitingSince: moment.nullable().describe('the time of the oldest event that waits'),
  lastDeliveredAt: moment.nullable(),
  previousSecretUntil: moment.nullable().describe('until then deliveries are signed with both secrets'),
  created_at: moment,
  version: z.number().int(),
})
export type Webhook = z.infer<typeof webhook>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export const webhookDelivery = z.object({
  id: z.number().int(),
  eventId: z.number().int(),
  kind: z.string(),
  subject: z.string(),
  url: z.string(),
  state: z.enum(deliveryStates).describe('failed: given up'),
  attempts: z.number().int(),
  nextAttemptAt: moment.nullable(),
  attemptedAt: moment.nullable(),
  durationMs: z.number().int().nullable(),
  request: z.string().nullable().describe('the body; null once the event is deleted'),
  status: z.number().int().nullable().describe('HTTP status of the last answer'),
  answer: z.string().nullable().describe('the beginning of the last answer'),
  error: z.string().nullable().describe('why there was no answer'),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const created = z.object({ data: z.object({ id: z.number().int(), secret: z.string() }) })

export const getWebhooks = endpoint({
  method: 'GET',
  path: 'admin/webhooks',
  audience: 'staff:events',
  summary: 'Lists the webhooks',
  input: z.strictObject({}),
  answer: z.object({ data: z.array(webhook) }),
})

export const getWebhook = endpoint({
  method: 'GET',
  path: 'admin/webhooks/:id',
  audience: 'staff:events',
  summary: 'Answers one webhook',
  input: z.strictObject({ id }),
  answer: z.object({ data: webhook }),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: 'admin/webhooks',
  audience: 'staff:events',
  created: true,
  takesIdempotencyKey: true,
  summary:
    'Creates a webhook for the events from now on. The answer is the only one with its secret (Standard Webhooks)',
  input: z.strictObject({ url, kinds }),
  answer: created,
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: 'admin/webhooks/:id',
  audience: 'staff:events',
  summary: 'Changes a webhook. One that is switched on again receives what it has missed',
  input: z.strictObject({
    id,
    url: url.optional(),
    kinds: kinds.optional(),
    active: z.boolean().optional(),
    version: version.optional(),
  }),
  answer: z.object({}),
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: 'admin/webhooks/:id',
  audience: 'staff:events',
  summary: 'Deletes a webhook with its deliveries',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: 'admin/webhooks/:id/secret',
  audience: 'staff:events',
  takesIdempotencyKey: true,
  summary: 'Makes another secret. For 24 hours deliveries are signed with both',
  input: z.strictObject({ id }),
  answer: created,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: 'admin/webhooks/:id/test',
  audience: 'staff:events',
  takesIdempotencyKey: true,
  summary: 'Sends an event of the kind webhook.test, also if the webhook is switched off',
  input: z.strictObject({ id }),
  answer: z.object({ data: z.object({ deliveryId: z.number().int() }) }),
})

export const getWebhookDeliveries = endpoint({
  method: 'GET',
  path: 'admin/webhooks/:id/deliveries',
  audience: 'staff:events',
  summary: 'Lists the deliveries of a webhook, newest first, with request and answer',
  input: z.strictObject({
    id,
    page: page.default(1),
    limit: limit.default(20),
    state: z.enum(deliveryStates).optional(),
  }),
  answer: z.object({
    data: z.array(webhookDelivery),
    total: z.number().int().describe('counted up to 1,000'),
  }),
})

const anyMoment = z.iso
  .datetime({ offset: true, error: 'Enter a time such as 2026-11-21T08:00:00Z' })
  .transform((value) => new Date(value))

export const replayWebhook = endpoint({
  method: 'POST',
  path: 'admin/webhooks/:id/replay',
  audience: 'staff:events',
  takesIdempotencyKey: true,
  summary: 'Delivers events again, with their ids: of a period, or some. Optionally to another address',
  input: z
    .strictObject({
      id,
      from: anyMoment.optional(),
      to: anyMoment.optional(),
      eventIds: z
        .array(whole(1, Number.MAX_SAFE_INTEGER, 'An event id'))
        .min(1)
        .max(1000)
        .optional(),
      url: url.optional().describe('default: the address of the webhook'),
    })
    .refine(({ from, to, eventIds }) => from || to || eventIds, 'Enter a period or the ids of events'),
  answer: z.object({ data: z.object({ count: z.number().int() }) }),
})

export const webhookEndpoints = [
  getWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  getWebhookDeliveries,
  replayWebhook,
] as const
