import type { FastifyInstance } from 'fastify'
import { withinBudget } from '#server/db/connect.ts'
import { pageBudget } from '#server/http/routing/time-limits.ts'
import { paymentMethods, providersOf, type PaymentMethod } from '#server/modules/orders/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import type { DoorDeps } from '../door/answer-call.ts'
import { ProtocolError } from '../errors.ts'
import { UCP_VERSION } from '../operation.ts'
import { handlerNameOf } from './payment-handlers.ts'
import { reversedHost } from './host-name.ts'

const cacheControl = 'public, max-age=300'

/** Two documents for each payment handler of the shop: a page for developers, and the JSON schema of its instruments. */
export function handlerDocuments(
  app: FastifyInstance,
  { db, services, targets }: Pick<DoorDeps, 'db' | 'services' | 'targets'>,
): void {
  app.get<{ Params: { name: string } }>('/handlers/:name', async ({ params, raw }, reply) => {
    const { shop, origin } = await targets.find(raw)
    const [settings, { offered: online }] = await withinBudget(pageBudget(), () =>
      Promise.all([findSettings(db, shop, 'payment'), providersOf({ db, shop, services })]),
    )
    const [, type = '', isSchema] = /^(\w+)(\.json)?$/.exec(params.name) ?? []
    const methods = paymentMethods(settings, online, shop.currency)
    const method = methods.find((offered) => handlerNameOf(offered) === type)
    if (!method) throw new ProtocolError(404, 'not_found', 'There is no such payment handler.')
    const name = `${reversedHost(origin)}.${type}`
    void reply.header('cache-control', cacheControl)
    if (isSchema)
      return reply.send(JSON.stringify(instrumentSchema(`${origin}/ucp/handlers/${type}.json`, type)))
    return reply.type('text/plain; charset=utf-8').send(specification(name, type, method))
  })
}

const whatHappens: Record<PaymentMethod['kind'], string> = {
  on_delivery: 'The order is confirmed at once. The buyer pays when it arrives.',
  transfer:
    'The order is placed and waits for the payment. The order page (order.permalink_url) shows how to pay and until when.',
  online:
    'The checkout changes to requires_escalation. The buyer pays on the page at continue_url, and then the order is confirmed.',
}

const specification = (
  name: string,
  type: string,
  { id, name: title, text, kind }: PaymentMethod,
) => `# ${title}

Payment handler ${name}, version ${UCP_VERSION}.

${text}

## Instrument
Send this instrument when you complete a checkout that lists the handler. It needs no credential and no configuration.

    { "id": "payment_1", "handler_id": "${id}", "type": "${type}" }

## Processing
${whatHappens[kind]}

## Security
The instrument contains no secret. The shop stores which handler was used, and nothing else of the instrument.
`

const instrumentSchema = (address: string, type: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: address,
  title: `Payment instrument ${type}`,
  type: 'object',
  required: ['id', 'handler_id', 'type'],
  properties: {
    id: { type: 'string' },
    handler_id: { type: 'string' },
    type: { const: type },
    selected: { type: 'boolean' },
    billing_address: { type: 'object' },
    display: { type: 'object' },
  },
})
