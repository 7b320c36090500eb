import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { fileAnswer, fileStreamAnswer, type Endpoint } from '#contract/endpoint.ts'
import { violation, withinBudget, type Budget, type Database } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { sendCachedResponse } from '../cache/cached-response.ts'
import type { CatalogVersion } from '../cache/catalog-version.ts'
import { bodyCacheKey } from '../cache/fast-path.ts'
import { freshOrStale, type DatabaseState } from '../cache/fresh-or-stale.ts'
import type { Dependencies, ResponseCache } from '../cache/response-cache.ts'
import { AppError, unavailable } from '../errors.ts'
import { networkOf } from '../limits/client-network.ts'
import { isPublicRead, type Caller, type PersonalContext, type Route } from '../route.ts'
import type { RequestTargets } from '../server/request-target.ts'
import { bearerKey } from '../session/api-key.ts'
import { isAudience, notSignedIn, readOnlyKey, requireAudience } from '../session/audience.ts'
import { cookiesOf, type Cookies } from '../session/cookies.ts'
import { requireSameOrigin } from '../session/same-origin.ts'
import type { ShopperAccess } from '../session/shopper-access.ts'
import type { Services } from '../services.ts'
import { readMultipart } from './multipart.ts'
import { answerKey, parseInput, readCached, runHandler } from './run-route.ts'
import { budgetOf, isRead, withTimeout } from './time-limits.ts'

/** Looks up who sent a request. `app.ts` passes the implementation of the identity module. */
export interface Identity {
  findCaller(db: Database, shopId: number, cookies: Cookies): Promise<Caller | undefined>
  /** Rejects with AppError 401 for a key that does not count; `address` is the sender's. */
  findKeyCaller(db: Database, shopId: number, key: string, address: string | undefined): Promise<Caller>
  shopperOf(
    db: Database,
    request: { shopId: number; caller: Caller | undefined; cookies: Cookies; keyedHash: KeyedHash },
  ): ShopperAccess
}

/** Everything that answering a call needs beside its request. */
export interface MountDeps {
  db: Database
  services: Services
  targets: RequestTargets
  cache: ResponseCache
  catalogVersion: CatalogVersion
  databaseState: DatabaseState
  identity: Identity
}

/** Bodies of signed endpoints: read, but not parsed. */
export const signedBodies = new WeakMap<FastifyRequest, string>()
const MAX_SIGNED_BODY_BYTES = 256 * 1024
/** After a write, the wait for its notification. */
const MAX_SYNC_MS = 1000
/** Calls of one API key: 600 at once, then 10 a second. */
const perApiKey = { burst: 600, seconds: 0.1 }
/** The same for programs, as in the draft "RateLimit header fields for HTTP" of the IETF. */
const apiKeyPolicy = '"api-key";q=600;w=60'

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Mounts each route of the contract below the prefix of `app`. Throws if a route declares no known audience. */
export function mount(app: FastifyInstance, routes: readonly Route[], deps: MountDeps): void {
  for (const route of routes) {
    requireDeclaredAudience(route.endpoint)
    if (route.personal && isPublicRead(route))
      throw new Error(`${route.endpoint.path} is cached for everyone, but its handler depends on the caller`)
    if (isPublicRead(route)) mountPublicRead(app, route, deps)
    else mountGuarded(app, route, deps)
  }
  for (const [path, sharing] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
    refuseOtherMethods(
      app,
      `/${path}`,
      sharing.map(({ endpoint }) => endpoint.method),
    )
  }
  const refuseUnknown = async () => {
    throw new AppError(404, 'not_found', 'There is no such call.')
  }
  for (const url of ['/', '/*']) {
    app.route({ method: [...methods, 'OPTIONS'], url, onRequest: refuseUnknown, handler: refuseUnknown })
  }
}

/** Mounts a read whose answer is the same for everyone: it ignores cookies and uses the response cache. */
function mountPublicRead(app: FastifyInstance, route: Route, deps: MountDeps): void {
  const { db, services, targets, cache, databaseState } = deps
  const { method, path } = route.endpoint
  app.route({
    method,
    url: `/${path}`,
    async handler(request, reply) {
      const input = parseInput(route, rawInput(request))
      // The fast path finds the answer under the exact address and body of the request.
      const keyOf = (key: string | undefined) => (method === 'GET' ? key : bodyCacheKey(request.raw, key))
      const answer = async () => {
        const { shop, key } = await targets.find(request.raw)
        const context = { db, shop, caller: undefined, services }
        const read = (on?: Dependencies) => readCached(cache, route, input, context, on)
        const requestKey = keyOf(key)
        return requestKey ? cache.get(requestKey, shop.shopId, read) : read()
      }
      const last = targets.last(request.raw)
      const stale = last && cache.peekStale(keyOf(last.key), answerKey(route, last.shop.shopId, input))
      const response = await freshOrStale(reply, databaseState, stale, () =>
        withinBudget(budgetOf(route.endpoint), answer),
      )
      return sendCachedResponse(response, request, reply)
    },
  })
}

/** Mounts a call that depends on its caller or changes something. It checks the caller before it reads the body. */
function mountGuarded(app: FastifyInstance, route: Route, deps: MountDeps): void {
  const { db, services, targets, catalogVersion, identity } = deps
  const { method, path, audience, files, created, media, signed, ignoresBody } = route.endpoint
  const contexts = new WeakMap<FastifyRequest, PersonalContext>()
  const budgets = new WeakMap<FastifyRequest, Budget>()
  const budgetFor = (request: FastifyRequest) => {
    const budget = budgets.get(request) ?? budgetOf(route.endpoint)
    budgets.set(request, budget)
    return budget
  }
  /** Who calls by an API key. It stands for staff and never for a shopper. */
  const identifyKey = async (key: string, shopId: number, address: string | undefined) => {
    const caller = await identity.findKeyCaller(db, shopId, key, address)
    await services.limits.take(`api key ${shopId} ${caller.apiKeyId}`, perApiKey)
    if (caller.readOnly && !isRead(route.endpoint)) throw readOnlyKey()
    return caller
  }
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    const { shop, origin, requestedOrigin } = await targets.find(request.raw)
    const key = bearerKey(request.headers.authorization)
    // No other site can make a browser send a key, and beside one cookies count for nothing.
    if (method !== 'GET' && !key) requireSameOrigin(request.headers, origin, requestedOrigin)
    if (!catalogVersion.reachable()) throw unavailable()
    const cookies = cookiesOf(key ? {} : request.headers, origin.startsWith('https:'))
    const { shopId } = shop
    if (key) void reply.header('ratelimit-policy', apiKeyPolicy)
    const keyCaller = key ? await identifyKey(key, shopId, request.ip) : undefined
    const isOfShoppers = audience === 'visitor' || audience === 'public'
    const keyOrNone = isOfShoppers ? undefined : keyCaller
    const caller = key ? keyOrNone : await identity.findCaller(db, shopId, cookies)
    requireAudience(route.endpoint, caller)
    const { 'user-agent': userAgent = '', 'idempotency-key': idempotencyKey } = request.headers
    contexts.set(request, {
      db,
      services,
      shop,
      caller,
      origin,
      clientAddress: networkOf(request.ip),
      userAgent,
      idempotencyKey: idempotencyKey?.toString(),
      apiKeyId: keyCaller?.apiKeyId,
      cookies,
      shopper: identity.shopperOf(db, { shopId, caller, cookies, keyedHash: services.keyedHash }),
      signed: undefined,
      files: {},
    })
  }
  app.route({
    method,
    url: `/${path}`,
    ...(signed && { bodyLimit: MAX_SIGNED_BODY_BYTES, config: { signed } }),
    ...(ignoresBody && { config: { ignoresBody } }),
    async onRequest(request, reply) {
      route.admit?.()
      await withinBudget(budgetFor(request), () => identify(request, reply))
    },
    async handler(request, reply) {
      const base = contexts.get(request)
      if (!base) throw new Error(`${method} ${path} ran without a context`)
      const form = files && request.isMultipart() ? await readMultipart(request, files) : undefined
      const { headers } = request
      const proof = signed && { body: Buffer.from(signedBodies.get(request) ?? ''), headers }
      const isIgnored = request.isMultipart() ? ignoresBody : signed
      const input = parseInput(route, rawInput(request, isIgnored ? {} : form?.fields))
      const { files: uploads = {} } = form ?? {}
      const idempotent = idempotentCall(route.endpoint, base.idempotencyKey, input, uploads)
      const context = { ...base, signed: proof, files: uploads, idempotent }
      const budget = budgetFor(request)
      const work = withinBudget(budget, () => runHandler(route, input, context)).catch(refuseDeletedCaller)
      // A write without an answer would leave the caller in doubt, so only its budget for the database ends it.
      // A file may wait in a queue until it is created.
      const answer = await (isRead(route.endpoint) && !media ? withTimeout(work) : work)
      // A visitor's own data is on no public page, so nothing cached depends on it.
      if (!isRead(route.endpoint) && audience !== 'visitor') {
        await catalogVersion.sync(Math.min(MAX_SYNC_MS, Math.max(0, budget.leftMs())))
        // The next request should not wait until the shops are read again.
        void targets.find(request.raw).catch(() => {})
      }
      const setCookies = context.cookies.changes()
      if (setCookies.length > 0) void reply.header('set-cookie', setCookies)
      if (created) void reply.code(201)
      return media ? sendFile(reply, media, answer) : sendPrivate(reply, answer)
    },
  })
}

/** What a caller sent under an Idempotency-Key; undefined for a call that takes no key or has none. */
function idempotentCall(
  { method, path, takesIdempotencyKey }: Endpoint,
  key: string | undefined,
  input: unknown,
  files: PersonalContext['files'],
): PersonalContext['idempotent'] {
  if (!takesIdempotencyKey || key === undefined) return undefined
  const digests = Object.entries(files).map(([name, list]) => [
    name,
    list.map((bytes) => createHash('sha256').update(bytes).digest('base64')),
  ])
  return { key, body: [method, path, input, digests] }
}

/** If the caller's account was deleted during the call, foreign keys refuse the write: answers 401. */
function refuseDeletedCaller(error: unknown): never {
  if (violation(error)?.constraint.endsWith('_config_id_user_id_fkey')) throw notSignedIn()
  throw error
}

function sendPrivate(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(answer)
}

/** Sends a file that the browser displays, and that caches and search engines ignore. */
function sendFile(reply: FastifyReply, media: string, answer: object): FastifyReply {
  const { name, ...content } = fileAnswer.or(fileStreamAnswer).parse(answer)
  return reply
    .headers({
      'content-type': ('stream' in content && content.media) || media,
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(
      'bytes' in content
        ? Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength)
        : Readable.from(content.stream, { objectMode: false }),
    )
}

function requireDeclaredAudience({ method, path, audience, cache }: Endpoint): void {
  if (!isAudience(audience)) throw new Error(`${method} ${path} does not declare who may call it`)
  if (cache && audience !== 'public')
    throw new Error(`${method} ${path} is cached for everyone, but is not public`)
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const refuse = async ({ method }: FastifyRequest, reply: FastifyReply) => {
    void reply.header('allow', allow)
    if (method === 'OPTIONS') return reply.code(204).send()
    throw new AppError(405, 'method_not_allowed', `This call takes ${allowed.join(', ')}.`)
  }
  const others = methods.filter((method) => !allowed.includes(method))
  app.route({ method: [...others, 'OPTIONS'], url, onRequest: refuse, handler: refuse })
}

/** Path parameters and query or body as one object; the path takes precedence. */
function rawInput(request: FastifyRequest, fields?: object): unknown {
  if (request.isMultipart() && !fields) {
    throw new AppError(415, 'media_type', 'The body must be JSON (Content-Type: application/json).')
  }
  const { method, query, body = {}, params } = request
  const sent: unknown = fields ?? (method === 'GET' || method === 'HEAD' ? query : body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new AppError(400, 'invalid_input', 'The body must be a JSON object.')
  }
  return { ...sent, ...(params as object) }
}
