import type { AddressInfo } from 'node:net'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import {
  createCachedResponse,
  keepBrotliOnly,
  sendCachedResponse,
} from '#server/http/cache/cached-response.ts'
import { createFastPath, withoutQuery } from '#server/http/cache/fast-path.ts'
import { createResponseCache } from '#server/http/cache/response-cache.ts'
import { createVersionCounter } from '#server/http/cache/version-counter.ts'
import { createNodeServer, nextRequestId } from '#server/http/server/node-server.ts'
import { ownAddresses } from '#server/http/server/own-addresses.ts'
import { createOriginReader } from '#server/http/server/request-origin.ts'
import { readRequestTargets } from '#server/http/server/request-target.ts'
import { openLog } from '#server/log.ts'
import { work } from '../worker.ts'
import type { CachedScript } from '../suites/pages/fast-path.ts'

// The shop's cache with one response and without database, to compare places for the look-up.

const shop = {
  shopId: 1,
  name: 'Shop',
  tagline: '',
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'Asia/Kolkata',
  email: '',
}

work(async ({ place, answer }: CachedScript) => {
  const version = { ...createVersionCounter(), reachable: () => true }
  const cache = createResponseCache(version)
  const directory = { peek: () => shop, last: () => shop, find: async () => shop, lists: () => false }
  const targets = readRequestTargets({
    shops: directory,
    originOf: createOriginReader(() => false),
    publicUrl: undefined,
    own: ownAddresses(() => app.server.address()),
  })
  const log = openLog('info')
  const counts = { sent: 0, notModified: 0 }
  const fastPath = createFastPath({ routes: [], targets, cache, log, counts })
  const fromCache = new WeakSet<object>()
  const logger: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    ...(place === 'before Fastify' && { serverFactory: createNodeServer(fastPath) }),
    // The shop's own settings, see buildApp.
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    trustProxy: () => false,
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 500 },
  })
  if (place === 'in an onRequest hook') {
    app.addHook('onRequest', (request, reply, done) => {
      let answered = true
      fastPath(request.raw, reply.raw, () => {
        answered = false
        done()
      })
      if (!answered) return
      fromCache.add(request.raw)
      reply.hijack()
    })
  }

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  // The fast path counts its responses; all others are logged.
  app.addHook('onResponse', ({ raw, method, url }, reply, done) => {
    if (!fromCache.has(raw)) {
      const path = withoutQuery(url)
      log.info({ method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'request')
    }
    done()
  })

  const { 'content-type': type = '', 'cache-control': cacheControl = '', ...others } = answer.headers
  for (const name of ['date', 'connection', 'keep-alive', 'content-length', 'etag', 'vary'])
    delete others[name]
  const headers = { ...others, 'content-type': type, 'cache-control': cacheControl }
  app.get('/*', async (request, reply) => {
    const { key = '' } = await targets.find(request.raw)
    const build = async () => keepBrotliOnly(createCachedResponse(200, headers, Buffer.from(answer.body)))
    return sendCachedResponse(await cache.get(key, 1, build), request, reply)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
})
