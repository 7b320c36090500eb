import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { fileAnswer, permissions, type Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import type { OnlineProvider } from '#server/platform/online-payment.ts'
import type { Storage } from '#server/platform/storage.ts'
import { answerPublicRead, inTime, readInput, runHandler } from './answer.ts'
import type { AskedReader } from './asked.ts'
import type { ByteCache, Dependencies } from './byte-cache.ts'
import { findCaller, notSignedIn, requireAudience } from './caller.ts'
import { cookiesOf } from './cookies.ts'
import type { CatalogueVersion } from './catalogue-version.ts'
import { AppError, unavailable } from './errors.ts'
import { sendFinished } from './finished.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { readMultipart } from './multipart.ts'
import { networkOf } from './network-of.ts'
import type { Limits } from './rate-limit.ts'
import { isPublicRead, type PersonalContext, type Route } from './route.ts'
import { requireSameOrigin } from './same-origin.ts'
import { keyOfBody } from './short-body.ts'
import { shopperAccess, type Merge } from './shopper.ts'

/** What answering needs beside the request. */
export interface MountDeps {
  db: Database
  asked: AskedReader
  cache: ByteCache
  version: CatalogueVersion
  /** Moves what a visitor has kept to an account, one for each module that keeps something. */
  merges: readonly Merge[]
  limits: Limits
  sign(claims: Record<string, unknown>): string
  keyedHash: KeyedHash
  storage: Storage
  sendsMail: boolean
  online: readonly OnlineProvider[]
}

/** What was sent to a signed call: read, and not understood yet. */
export const signedBodies = new WeakMap<FastifyRequest, string>()
const longestSigned = 256 * 1024

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Mounts each route of the contract below the prefix of `app`. Throws where one does not say who may call it. */
export function mount(app: FastifyInstance, routes: readonly Route[], deps: MountDeps): void {
  for (const route of routes) {
    requireDeclaredAudience(route.endpoint)
    if (route.personal && isPublicRead(route))
      throw new Error(`${route.endpoint.path} is kept for everyone, but its handler asks who calls`)
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
  const unknown = async () => {
    throw new AppError(404, 'not_found', 'There is no such call.')
  }
  for (const url of ['/', '/*']) {
    app.route({ method: [...methods, 'OPTIONS'], url, onRequest: unknown, handler: unknown })
  }
}

/** The answer is the same for everyone: no cookie is looked at, and finished bytes are kept. */
function mountPublicRead(app: FastifyInstance, route: Route, { db, asked, cache, version }: MountDeps): void {
  const { method, path } = route.endpoint
  app.route({
    method,
    url: `/${path}`,
    async handler(request, reply) {
      const input = readInput(route, rawInput(request))
      const { shop, key } = await asked.find(request.raw)
      const context = { db, shop, caller: undefined, changes: version }
      const read = (on?: Dependencies) => answerPublicRead(cache, route, input, context, on)
      const exactly = method === 'GET' ? key : keyOfBody(request.raw, key)
      const finished = await (exactly ? cache.get(exactly, shop.configId, read) : read())
      return sendFinished(finished, request, reply)
    },
  })
}

/** The answer is for one caller, or changes something. Who calls is settled before the body is read. */
function mountGuarded(app: FastifyInstance, route: Route, deps: MountDeps): void {
  const { db, asked, version, merges, limits, sign, keyedHash, storage, sendsMail, online } = deps
  const { method, path, audience, files, created, media, signed } = route.endpoint
  const contexts = new WeakMap<FastifyRequest, PersonalContext>()
  app.route({
    method,
    url: `/${path}`,
    ...(signed && { bodyLimit: longestSigned, config: { signed } }),
    async onRequest(request) {
      route.admit?.()
      const { shop, origin } = await asked.find(request.raw)
      if (method !== 'GET') requireSameOrigin(request.headers, origin)
      if (!version.reachable()) throw unavailable()
      const cookies = cookiesOf(request.headers, origin.startsWith('https:'))
      const { configId } = shop
      const caller = await inTime(findCaller(db, configId, cookies))
      requireAudience(route.endpoint, caller)
      const { 'user-agent': userAgent = '', 'idempotency-key': key } = request.headers
      contexts.set(request, {
        db,
        shop,
        caller,
        changes: version,
        origin,
        clientAddress: networkOf(request.ip),
        userAgent,
        idempotencyKey: key?.toString(),
        cookies,
        shopper: shopperAccess({ db, configId, caller, cookies, merges }),
        limits,
        sign,
        keyedHash,
        storage,
        sendsMail,
        online,
        signed: undefined,
        files: {},
      })
    },
    async handler(request, reply) {
      const known = contexts.get(request)
      if (!known) throw new Error(`${method} ${path} was reached without a context`)
      const sent = files && request.isMultipart() ? await readMultipart(request, files) : undefined
      const { headers } = request
      const proof = signed && { body: Buffer.from(signedBodies.get(request) ?? ''), headers }
      const context = { ...known, signed: proof, files: sent?.files ?? {} }
      const input = readInput(route, rawInput(request, signed && !request.isMultipart() ? {} : sent?.fields))
      const work = runHandler(route, input, context).catch(refuseWhoIsGone)
      // Giving up on a write would leave the caller in the dark about it; the database's own limits end it.
      // A file waits for its turn to be made.
      const answer = await (method === 'GET' && !media ? inTime(work) : work)
      // What a visitor keeps for himself is on no page that is the same for everyone.
      if (method !== 'GET' && audience !== 'visitor') await version.sync()
      const changed = context.cookies.changes()
      if (changed.length > 0) void reply.header('set-cookie', changed)
      if (created) void reply.code(201)
      return media ? sendFile(reply, media, answer) : sendPrivate(reply, answer)
    },
  })
}

/** Where the account was deleted after the call began, what it writes has nobody to belong to any more. */
function refuseWhoIsGone(error: unknown): never {
  if (violation(error)?.constraint.endsWith('_config_id_user_id_fkey')) throw notSignedIn()
  throw error
}

function sendPrivate(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(answer)
}

/** Shown by the browser itself, kept and found by nobody. */
function sendFile(reply: FastifyReply, media: string, answer: object): FastifyReply {
  const { name, bytes } = fileAnswer.parse(answer)
  return reply
    .headers({
      'content-type': media,
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

function requireDeclaredAudience({ method, path, audience, cache }: Endpoint): void {
  const staff = ['staff', ...permissions.map((permission) => `staff:${permission}`)]
  const known = ['public', 'visitor', 'customer', ...staff]
  if (!known.includes(audience)) throw new Error(`${method} ${path} does not declare who may call it`)
  if (cache && audience !== 'public')
    throw new Error(`${method} ${path} is kept for everyone, but is not public`)
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const refuse = async (_: FastifyRequest, reply: FastifyReply) => {
    void reply.header('allow', allow)
    throw new AppError(405, 'method_not_allowed', `This call takes ${allowed.join(', ')}.`)
  }
  app.options(url, async (_, reply) => reply.code(204).header('allow', allow).send())
  const others = methods.filter((method) => !allowed.includes(method))
  app.route({ method: others, url, onRequest: refuse, handler: refuse })
}

/** Path parameters and query or body as one object; the path cannot be overridden. */
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
