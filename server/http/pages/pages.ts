import type { FastifyInstance } from 'fastify'
import { withinBudget } from '#server/db/limits/budget.ts'
import {
  createCachedResponse,
  keepBrotliOnly,
  mustRevalidate,
  sendCachedResponse,
  type CachedResponse,
} from '../cache/cached-response.ts'
import { AppError } from '../errors.ts'
import type { Route } from '../route.ts'
import { inProcessCalls } from '../routing/in-process-calls.ts'
import { pageBudget, withTimeout } from '../routing/time-limits.ts'
import { requireSameOrigin } from '../session/same-origin.ts'
import { cachedPage, type PageDeps } from './cached-page.ts'
import { acceptForms, submitterOf } from './form-post.ts'
import { developmentRenderer, pageRenderer, type DevelopmentPages, type Pages } from './page-renderer.ts'
import { developmentPageHeaders, pageHeaders } from './security-headers.ts'

/**
 * Serves every address that no other route takes as a page: rendered on the server, cached, the same for everyone.
 * During development pages are rendered for each request.
 */
export async function pages(
  app: FastifyInstance,
  {
    build,
    development,
    ...deps
  }: PageDeps & {
    routes: readonly Route[]
    build: Pages | undefined
    development: DevelopmentPages | undefined
  },
): Promise<void> {
  const callFor = inProcessCalls(deps.routes, deps.cache)
  const render = development ? developmentRenderer(development) : build && pageRenderer(build)
  const headersFor = development ? developmentPageHeaders : pageHeaders

  app.get('/*', async (request, reply) => {
    const { url, log } = request
    if (!render) throw notBuilt()
    if (!url.startsWith('/')) throw new AppError(400, 'invalid_url', 'This address is not valid.')
    const page = await cachedPage(deps, request, reply, async ({ context, origin }, on) => {
      // A page that is never fresh is never served from the cache.
      if (development) on.until = 0
      const rendering = render(origin, url, callFor(context, on), log)
      const response = await (development ? rendering : withTimeout(rendering))
      return toCachedResponse(response, (html) => headersFor(html, origin))
    })
    if (page.status === 503) void reply.header('retry-after', '2')
    return sendCachedResponse(page, request, reply)
  })

  acceptForms(app)
  app.post('/*', {
    async onRequest({ raw, headers }) {
      const { origin, requestedOrigin } = await deps.targets.find(raw)
      requireSameOrigin(headers, origin, requestedOrigin)
    },
    async handler(request, reply) {
      if (!render) throw notBuilt()
      const { shop, origin } = await deps.targets.find(request.raw)
      const { db, catalogVersion, sendsEmail } = deps
      const context = { db, shop, caller: undefined, catalogVersion, sendsEmail }
      const call = callFor(context, { productIds: new Set(), until: 0 })
      const response = await withinBudget(pageBudget(), () =>
        render(origin, request.url, call, request.log, submitterOf(app, request)),
      )
      if (response.status === 405) {
        void reply.header('allow', 'GET, HEAD')
        throw new AppError(405, 'method_not_allowed', 'This page can only be read.')
      }
      const { status, headers, body } = await toFormAnswer(response, (html) => headersFor(html, origin))
      return reply.code(status).headers(headers).send(body)
    },
  })
}

const notBuilt = () =>
  new AppError(503, 'not_built', 'The pages have not been built yet: run `npm run build`.')

type HeadersFor = (html: string) => Readonly<Record<string, string>>

/** The answer to a form: for its sender only, with the cookies that it sets. */
async function toFormAnswer(response: Response, headersFor: HeadersFor) {
  const body = await response.text()
  const { 'set-cookie': _joined, ...headers } = Object.fromEntries(response.headers)
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false
  const cookies = response.headers.getSetCookie()
  return {
    status: response.status,
    body,
    headers: {
      ...headers,
      ...(isHtml && headersFor(body)),
      'cache-control': 'no-store',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
  }
}

async function toCachedResponse(response: Response, headersFor: HeadersFor): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer())
  const isCacheable = response.status === 200 || response.status === 301
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const headers = {
    ...Object.fromEntries(response.headers),
    ...(isHtml ? headersFor(body.toString()) : { 'x-content-type-options': 'nosniff' }),
    'cache-control': isCacheable ? mustRevalidate : 'no-store',
  }
  return keepBrotliOnly(createCachedResponse(response.status, headers, body))
}
