import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { withinBudget, type Budget, type Database } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { CatalogVersion } from '../cache/catalog-version.ts'
import { unavailable } from '../errors.ts'
import { networkOf } from '../limits/client-network.ts'
import { tooManyTries } from '../limits/rate-limit.ts'
import type { Caller, PersonalContext, Route } from '../route.ts'
import { budgetOf, isRead } from '../routing/time-limits.ts'
import type { RequestTargets } from '../server/request-target.ts'
import type { Services } from '../services.ts'
import { bearerKey } from './api-key.ts'
import { readOnlyKey, requireAudience } from './audience.ts'
import { cookiesOf, type Cookies } from './cookies.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { OwnRows, ShopperAccess } from './shopper-access.ts'

/** The caller, with the rows that the route reads of the caller's shopper. */
export interface KnownCaller extends Caller {
  rows?: readonly unknown[]
}

/** Looks up who sent a request. `app.ts` passes the implementation of the identity module. */
export interface Identity {
  findCaller(
    db: Database,
    shopId: number,
    cookies: Cookies,
    ownRows?: OwnRows,
  ): Promise<KnownCaller | undefined>
  /** Rejects with AppError 401 for a key that does not count; `address` is the sender's. */
  findKeyCaller(db: Database, shopId: number, key: string, address: string | undefined): Promise<Caller>
  shopperOf(
    db: Database,
    request: {
      shopId: number
      caller: KnownCaller | undefined
      cookies: Cookies
      keyedHash: KeyedHash
      ownRows: OwnRows | undefined
    },
  ): ShopperAccess
}

export interface IdentifyDeps {
  db: Database
  services: Services
  targets: RequestTargets
  catalogVersion: CatalogVersion
  identity: Identity
}

interface IdentifiedCall {
  /** What is known before the body is read. */
  context: Omit<PersonalContext, 'signed' | 'files' | 'idempotent'>
  /** How long the whole call may still wait for the database. */
  budget: Budget
}

/** Calls of one API key: 600 at once, then 10 a second. */
const perApiKey = { burst: 600, seconds: 0.1 }
/** The same for programs, as in the draft "RateLimit header fields for HTTP" of the IETF (draft-ietf-httpapi-ratelimit-headers-09). */
const apiKeyPolicy = '"api-key";q=600;w=60'

const identifiedCalls = new WeakMap<FastifyRequest, IdentifiedCall>()

/**
 * Runs before the body of a call is read, if the call depends on its caller or changes something. Finds shop and caller for
 * `identifiedCall`. AppError 401, 403, 429 or 503 refuses the call.
 */
export async function identify(
  { endpoint, admit, ownRows }: Route,
  deps: IdentifyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  admit?.()
  const budget = budgetOf(endpoint)
  const context = await withinBudget(budget, () => findContext({ endpoint, ownRows }, deps, request, reply))
  identifiedCalls.set(request, { context, budget })
}

/** What `identify` has found. */
export function identifiedCall(request: FastifyRequest): IdentifiedCall {
  const call = identifiedCalls.get(request)
  if (!call) throw new Error(`${request.method} ${request.url} ran without a context`)
  return call
}

async function findContext(
  { endpoint, ownRows }: Pick<Route, 'endpoint' | 'ownRows'>,
  deps: IdentifyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IdentifiedCall['context']> {
  const { db, services, targets, identity } = deps
  const { headers, ip } = request
  const { shop, origin, requestedOrigin } = await targets.find(request.raw)
  const { shopId } = shop
  const key = bearerKey(headers.authorization)
  // No other site can make a browser send a key, and beside one cookies count for nothing.
  if (endpoint.method !== 'GET' && !key) requireSameOrigin(headers, origin, requestedOrigin)
  if (!deps.catalogVersion.reachable()) throw unavailable()
  const cookies = cookiesOf(key ? {} : headers, origin.startsWith('https:'))
  const keyCaller = key ? await findKeyCaller(endpoint, deps, { shopId, key, ip, reply }) : undefined
  const isOfShoppers = endpoint.audience === 'visitor' || endpoint.audience === 'public'
  // A key stands for staff and never for a shopper.
  const staff = isOfShoppers ? undefined : keyCaller
  const caller: KnownCaller | undefined = key
    ? staff
    : await identity.findCaller(db, shopId, cookies, ownRows)
  requireAudience(endpoint, caller)
  return {
    db,
    services,
    shop,
    caller,
    origin,
    clientAddress: networkOf(ip),
    userAgent: headers['user-agent'] ?? '',
    apiKeyId: keyCaller?.apiKeyId,
    cookies,
    shopper: identity.shopperOf(db, { shopId, caller, cookies, keyedHash: services.keyedHash, ownRows }),
  }
}

/** Who calls by an API key, within its limits. The headers of each answer say how many calls are left. */
async function findKeyCaller(
  endpoint: Endpoint,
  { db, services: { limits }, identity }: IdentifyDeps,
  { shopId, key, ip, reply }: { shopId: number; key: string; ip: string; reply: FastifyReply },
): Promise<Caller> {
  const caller = await identity.findKeyCaller(db, shopId, key, ip)
  const { waitSeconds, remaining, resetSeconds } = await limits.count(
    `api key ${shopId} ${caller.apiKeyId}`,
    perApiKey,
  )
  if (limits.on) {
    void reply.header('ratelimit-policy', apiKeyPolicy)
    void reply.header('ratelimit', `"api-key";r=${remaining};t=${resetSeconds}`)
  }
  if (waitSeconds > 0) throw tooManyTries(waitSeconds)
  if (caller.readOnly && !isRead(endpoint)) throw readOnlyKey()
  return caller
}
