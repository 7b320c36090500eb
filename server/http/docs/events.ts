import { z } from 'zod'
import { eventKinds } from '#contract/events/kinds.ts'

type Json = Record<string, unknown>

/** A kind of event, for the OpenAPI file and for the page. */
export interface DescribedEvent {
  kind: string
  summary: string
  /** JSON Schema of the data. */
  data: Json
  /** JSON Schema of the body that a webhook receives. */
  body: Json
  /** Such a body. */
  example: Json
}

const EXAMPLE_ID = 10482
const EXAMPLE_TIME = '2026-11-21T08:15:30.123Z'

/** Every kind of event, with the body of its delivery. */
export const describedEvents = (): DescribedEvent[] =>
  Object.entries(eventKinds).map(([kind, { summary, data, example }]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'output' })
    return {
      kind,
      summary,
      data: schema,
      body: {
        type: 'object',
        properties: {
          id: { type: 'integer', description: 'the same in each attempt, and in GET admin/events' },
          kind: { const: kind },
          at: { type: 'string', format: 'date-time' },
          data: schema,
        },
        required: ['id', 'kind', 'at', 'data'],
      },
      example: { id: EXAMPLE_ID, kind, at: EXAMPLE_TIME, data: example },
    }
  })

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const signature = [
  header('webhook-id', 'The id of the event. Ignore one that you have processed'),
  header('webhook-timestamp', 'Seconds since 1970, of this attempt'),
  header('webhook-signature', 'One or more signatures "v1,{base64}" as in https://www.standardwebhooks.com'),
]

/** The field `webhooks` of the OpenAPI document. */
export const openApiWebhooks = (): Json =>
  Object.fromEntries(
    describedEvents().map(({ kind, summary, body, example }) => [
      kind,
      {
        post: {
          operationId: `event-${kind.replace('.', '-')}`,
          summary,
          parameters: signature,
          requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
          responses: {
            '2XX': { description: 'Received. Any other status: the shop tries again for three days' },
            '410': { description: 'The shop switches the webhook off' },
          },
        },
      },
    ]),
  )
