import type { FastifyRequest } from 'fastify'
import { withinBudget, type Database } from '#server/db/connect.ts'
import { networkOf } from '#server/http/limits/client-network.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import type { PersonalContext, ShopContext } from '#server/http/route.ts'
import { callBudget } from '#server/http/routing/time-limits.ts'
import type { RequestTargets } from '#server/http/server/request-target.ts'
import type { Services } from '#server/http/services.ts'
import { cookiesOf } from '#server/http/session/cookies.ts'
import type { Identity } from '#server/http/session/identify.ts'
import { identifyPlatform, visitorPlatform, type ProfileCache } from '#server/modules/agents/index.ts'
import type { Capability } from '../capabilities.ts'
import { OutcomeError, ProtocolError } from '../errors.ts'
import { findOffer } from '../offer.ts'
import type { UcpCall, UcpOperation } from '../operation.ts'
import { authenticate, type SentRequest } from '../caller/authenticate.ts'
import { incompatibleAnswer, outcomeAnswer, successAnswer, type Answer } from './envelope.ts'
import { isReading, oncePerKey } from './once-per-key.ts'
import { capabilitiesFor, negotiate, type Negotiated } from '../caller/negotiation.ts'

/** What the doors share with the rest of the server. */
export interface DoorDeps {
  db: Database
  services: Services
  targets: RequestTargets
  identity: Pick<Identity, 'shopperOf'>
  operations: readonly UcpOperation[]
  /** The capabilities that the operations give. */
  capabilities: Readonly<Record<string, Capability>>
  profiles: ProfileCache
}

/** A call of a platform, as its door has read it. */
export interface DoorCall {
  operation: UcpOperation
  /** The address of the profile. Throws if there is none. */
  profileUrl(): string
  idempotencyKey: string | undefined
  /** What the operation receives before it is validated. It is read after the signature is verified. */
  input(): unknown
}

/** Calls from one network: 2,000 at once, then 50 a second. */
const perNetwork: RateLimit = { burst: 2000, seconds: 0.02 }
/** Calls of a platform that signs them: 4,000 at once, then 100 a second. */
const perPlatform: RateLimit = { burst: 4000, seconds: 0.01 }

/**
 * Answers a call of a platform: who calls, what both sides can do, and then the operation, once per idempotency key. Rejects with
 * any error if the call could not be handled (`failureOf`).
 */
export function answerCall(deps: DoorDeps, request: FastifyRequest, call: DoorCall): Promise<Answer> {
  const { tool } = call.operation
  return withinBudget(callBudget(`ucp ${tool}`, isReading(call.operation)), async () => {
    const context = await contextOf(deps, request)
    const capabilities = await requireOffer(deps, context.shop)
    const allowed = { ...deps, capabilities }
    const identified = await identify(allowed, context, request, call)
    const { capability } = call.operation
    if (!identified.negotiated.has(capability))
      return incompatibleAnswer(capability, { origin: context.origin, isOurs: capability in capabilities })
    return run(allowed, call, { context, ...identified })
  })
}

/** A call of an assistant without a profile. */
type VisitorCall = Pick<DoorCall, 'operation' | 'idempotencyKey' | 'input'>

/** Answers a call that no platform makes: both sides can do everything that the shop can. Rejects as `answerCall` does. */
export function answerVisitor(
  deps: Omit<DoorDeps, 'profiles'>,
  request: FastifyRequest,
  call: VisitorCall,
): Promise<Answer> {
  const { tool } = call.operation
  return withinBudget(callBudget(`mcp ${tool}`, isReading(call.operation)), async () => {
    const context = await contextOf(deps, request)
    const { db, shop, origin } = context
    const platform = await visitorPlatform(db, shop.shopId, origin)
    const offered = await requireOffer(deps, shop)
    const negotiated: Negotiated = new Map(
      Object.entries(offered).map(([name, { version }]) => [name, { version, config: {} }]),
    )
    if (!negotiated.has(call.operation.capability))
      return incompatibleAnswer(call.operation.capability, { origin, isOurs: false })
    return run({ ...deps, capabilities: offered }, call, {
      context,
      platform,
      negotiated,
      platformHandlers: new Set(),
    })
  })
}

/** The capabilities that the shop offers now. ProtocolError 403 if it refuses agents. */
async function requireOffer(
  { db, capabilities }: Pick<DoorDeps, 'db' | 'capabilities'>,
  shop: ShopContext,
): Promise<DoorDeps['capabilities']> {
  const offer = await findOffer(db, shop, capabilities)
  if (offer) return offer.answered
  throw new ProtocolError(403, 'agents_refused', 'The shop does not accept requests of agents.')
}

/** The tools whose operations the shop offers now. */
export async function offeredTools<T>(
  deps: Pick<DoorDeps, 'db' | 'capabilities' | 'targets'>,
  { raw }: Pick<FastifyRequest, 'raw'>,
  tools: readonly { operation: UcpOperation; tool: T }[],
): Promise<T[]> {
  const { shop } = await deps.targets.find(raw)
  const offered = await withinBudget(callBudget('ucp tools', true), () => requireOffer(deps, shop))
  return tools.filter(({ operation }) => operation.capability in offered).map(({ tool }) => tool)
}

/** Counts a request against the limit of its network. AppError 429. */
export const limitNetwork = ({ services }: Pick<DoorDeps, 'services'>, { ip }: FastifyRequest) =>
  withinBudget(callBudget('ucp limit', true), () => services.limits.take(`ucp ${networkOf(ip)}`, perNetwork))

/** Who calls, and what both sides can do. */
interface Identified extends Pick<UcpCall, 'platform' | 'platformHandlers'> {
  negotiated: Negotiated
}

async function identify(
  { db, services, capabilities, profiles }: DoorDeps,
  { shop: { shopId }, clientAddress }: PersonalContext,
  request: FastifyRequest,
  { profileUrl }: DoorCall,
): Promise<Identified> {
  const claimed = await identifyPlatform(db, { shopId, services, clientAddress, profiles }, profileUrl())
  const negotiated = negotiate(claimed.profile, capabilities)
  const isAuthenticated = await authenticate(sentRequest(request), claimed)
  const { id } = claimed
  // Anybody may name a platform, so an unsigned call does not use up its limit.
  if (isAuthenticated) await services.limits.take(`ucp platform ${shopId} ${id}`, perPlatform)
  return {
    platform: { id, profileUrl: claimed.profileUrl, isAuthenticated },
    negotiated,
    platformHandlers: new Set(claimed.profile.paymentHandlers),
  }
}

/** The request as it was sent to the address that the client knows. */
function sentRequest(request: FastifyRequest): SentRequest {
  const { method, raw, headers, body } = request
  const [path = '', ...rest] = (raw.url ?? '').split('?')
  const query = rest.length > 0 ? `?${rest.join('?')}` : ''
  const authority = authorityOf(request)
  return {
    request: { method, authority, path, query },
    headers,
    body: Buffer.isBuffer(body) ? body : undefined,
  }
}

/** The host that the client typed, without the port of https: a proxy may end the encryption. */
const authorityOf = ({ host }: FastifyRequest) => host.toLowerCase().replace(/:(80|443)$/, '')

async function contextOf(
  { db, services, targets, identity }: Omit<DoorDeps, 'profiles'>,
  request: FastifyRequest,
): Promise<PersonalContext> {
  const { shop, origin }: { shop: ShopContext; origin: string } = await targets.find(request.raw)
  const cookies = cookiesOf({}, origin.startsWith('https:'))
  const { keyedHash } = services
  return {
    db,
    services,
    shop,
    caller: undefined,
    origin,
    clientAddress: networkOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    apiKeyId: undefined,
    cookies,
    shopper: identity.shopperOf(db, {
      shopId: shop.shopId,
      caller: undefined,
      cookies,
      keyedHash,
      ownRows: undefined,
    }),
    signed: undefined,
    files: {},
  }
}

async function run(
  { db, capabilities }: Pick<DoorDeps, 'db' | 'capabilities'>,
  { operation, idempotencyKey, input }: VisitorCall,
  { context, platform, negotiated, platformHandlers }: Identified & Pick<UcpCall, 'context'>,
): Promise<Answer> {
  const call: UcpCall = {
    context,
    platform,
    capabilities: new Set(negotiated.keys()),
    platformHandlers,
    platformConfig: (name) => negotiated.get(name)?.config ?? {},
  }
  const raw = input()
  const { shopId } = context.shop
  const owner = { shopId, platformId: platform.id, key: idempotencyKey, input: raw }
  const applying = capabilitiesFor(operation.capability, negotiated, capabilities)
  return oncePerKey(db, operation, owner, async () => {
    try {
      return successAnswer(operation, await operation.run(validInput(operation, raw), call), applying)
    } catch (error) {
      if (error instanceof OutcomeError) return outcomeAnswer(error)
      throw error
    }
  })
}

/** ProtocolError 400 with the first problem. */
function validInput({ input }: UcpOperation, raw: unknown): unknown {
  const { data, error, success } = input.safeParse(raw)
  if (success) return data
  const [issue] = error.issues
  const path = issue?.path.map(String).join('.').slice(0, 200)
  throw new ProtocolError(
    400,
    'invalid_input',
    `${path ? `${path}: ` : ''}${issue?.message ?? 'This input is not valid'}`,
  )
}
