import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { withinBudget, type Database } from '#server/db/connect.ts'
import { dataHeaders } from '#server/http/pages/security-headers.ts'
import { pageBudget } from '#server/http/routing/time-limits.ts'
import type { RequestTarget, RequestTargets } from '#server/http/server/request-target.ts'
import type { Services } from '#server/http/services.ts'
import { publicKeys } from '#server/modules/agents/index.ts'
import { paymentMethods } from '#server/modules/orders/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { capabilitiesOf, type Capability } from '../capabilities.ts'
import { ProtocolError } from '../errors.ts'
import { findOffer } from '../offer.ts'
import { answerFailure } from '../door/rest.ts'
import type { UcpOperation } from '../operation.ts'
import { shopProfile } from './profile.ts'

interface DiscoveryDeps {
  db: Database
  services: Services
  targets: RequestTargets
  operations: readonly UcpOperation[]
}

/** The profile of the shop at `/.well-known/ucp`, by which platforms find it. */
export async function ucpDiscovery(
  app: FastifyInstance,
  { db, services, targets, operations }: DiscoveryDeps,
): Promise<void> {
  const capabilities = capabilitiesOf(operations)
  app.setErrorHandler(answerFailure)
  app.get('/.well-known/ucp', async ({ raw, headers }, reply) => {
    const text = await withinBudget(pageBudget(), async () =>
      JSON.stringify(await readProfile(db, services, { capabilities, target: await targets.find(raw) })),
    )
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    void reply.headers({ ...dataHeaders, 'cache-control': 'public, max-age=300', etag })
    return headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
  })
}

async function readProfile(
  db: Database,
  { keyedHash, online }: Services,
  {
    capabilities,
    target: { shop, origin },
  }: {
    capabilities: Readonly<Record<string, Capability>>
    target: RequestTarget
  },
): Promise<object> {
  const [offer, settings, keys, { offered }] = await Promise.all([
    findOffer(db, shop, capabilities),
    findSettings(db, shop, 'payment'),
    publicKeys(db, { shopId: shop.shopId, keyedHash }),
    online.ofShop(db, shop.shopId),
  ])
  if (!offer) throw new ProtocolError(404, 'not_found', 'The shop does not accept requests of agents.')
  const methods = paymentMethods(settings, offered, shop.currency)
  return shopProfile({ origin, capabilities: offer.announced, methods, keys })
}
