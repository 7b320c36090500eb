import { findAgentOrder } from '#server/modules/agents/index.ts'
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import { notFound, OutcomeError } from '../errors.ts'
import { operation } from '../operation.ts'
import { orderBody } from './order-body.ts'

const unauthorized = () =>
  new OutcomeError([
    {
      type: 'error',
      code: 'unauthorized',
      content: 'Sign the request with a key of your profile: only the platform of an order may read it.',
      severity: 'unrecoverable',
    },
  ])

/** Reading an order. Whether the order exists is known to its platform alone. */
export const orderOperations = [
  operation({
    tool: 'get_order',
    description:
      'Reads an order that came through you: its items, delivery and refunds. The request must be signed.',
    method: 'GET',
    path: '/orders/:id',
    capability: 'dev.ucp.shopping.order',
    input: z.object({ id: text(40).min(1) }),
    async run({ id }, { context, platform }) {
      if (!platform.isAuthenticated) throw unauthorized()
      const { db, shop, services } = context
      const key = { shopId: shop.shopId, platformId: platform.id, keyedHash: services.keyedHash }
      const found = await findAgentOrder(db, key, id)
      if (!found) throw notFound('There is no such order.')
      return { body: orderBody(found, shop.locale) }
    },
  }),
]
