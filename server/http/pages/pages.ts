import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestPath } from '#contract/redirects/redirect.ts'
import { pageAddress } from '#contract/page-address.ts'
import { isDashboardPath, isPersonalPage, isPreparedPage } from '#contract/links.ts'
import { withinBudget, type Database } from '#server/db/connect.ts'
import {
  createCachedResponse,
  keepBrotliOnly,
  mustRevalidate,
  sendCachedResponse,
  type CachedResponse,
} from '../cache/cached-response.ts'
import { compressPrivateAnswer } from '../cache/private-answers.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../limits/client-network.ts'
import type { Route } from '../route.ts'
import { withoutQuery } from '../cache/fast-path.ts'
import { inProcessCalls } from '../routing/in-process-calls.ts'
import { pageBudget, withTimeout } from '../routing/time-limits.ts'
import { requireOwnForm } from '../session/same-origin.ts'
import { cachedPage, type PageDeps } from './cached-page.ts'
import type { InlineStyles } from './critical-styles.ts'
import { acceptForms, postedForm } from './form-post.ts'
import {
  developmentRenderer,
  pageRenderer,
  type DevelopmentPages,
  type Pages,
  type RenderedPage,
} from './page-renderer.ts'
import { preloadHeader } from './preload-header.ts'
import { developmentPageHeaders, pageHeaders, secretPageHeaders } from './security-headers.ts'
import { visitorCalls } from './visitor-calls.ts'

/**
 * Serves every address that no other route takes as a page: rendered on the server, cached, the same for everyone. Personal
 * pages, and the answers to forms, are rendered for their visitor and never cached. During development pages are rendered
 * for each request.
 */
export async function pages(
  app: FastifyInstance,
  {
    build,
    development,
    inlineStyles,
    redirectTarget,
    ...deps
  }: PageDeps & {
    routes: readonly Route[]
    build: Pages | undefined
    development: DevelopmentPages | undefined
    inlineStyles: InlineStyles
    /** Where a path of a shop that has no page leads. */
    redirectTarget(db: Database, shopId: number, path: string): Promise<string | undefined>
  },
): Promise<void> {
  app.addHook('onSend', compressPrivateAnswer)
  const callFor = inProcessCalls(deps.routes, deps.cache)
  const render = development ? developmentRenderer(development) : build && pageRenderer(build)
  const headersFor = development ? developmentPageHeaders : pageHeaders
  const finisher =
    (url: string, origin: string): Finish =>
    (rendered) => {
      // Scripts build most of a dashboard page, so its own HTML says little about the styles that it needs.
      const html = isDashboardPath(url) ? rendered : inlineStyles(rendered)
      const headers = { ...headersFor(html, origin, deps.services.imageOrigin), ...preloadHeader(html) }
      return { html, headers: isPreparedPage(url) ? { ...headers, ...secretPageHeaders } : headers }
    }

  /** Renders for the sender of the request only. */
  const renderPersonal = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!render) throw notBuilt()
    const { shop, origin } = await deps.targets.find(request.raw)
    const { db, services, renderBudget } = deps
    renderBudget.take('personal', networkOf(request.ip))
    const context = { db, shop, caller: undefined, services }
    const call = callFor(context, { productIds: new Set(), until: 0 })
    const visitor = visitorCalls(app, request)
    const form = request.method === 'POST' ? await postedForm(app, request) : undefined
    const page = { call, origin, personalCall: visitor.call, ...(form && { form }) }
    const response = await withinBudget(pageBudget(), () => render(request.url, page, request.log))
    if (response.status === 405) {
      void reply.header('allow', 'GET, HEAD')
      throw new AppError(405, 'method_not_allowed', 'This page can only be read.')
    }
    const { status, headers, body } = toPersonalAnswer(
      response,
      visitor.cookies,
      finisher(request.url, origin),
    )
    if (status === 503) void reply.header('retry-after', '2')
    return reply.code(status).headers(headers).send(body)
  }

  app.get('/*', async (request, reply) => {
    const { url, log } = request
    const address = pageAddress(url)
    if (!render) throw notBuilt()
    if (!url.startsWith('/')) throw new AppError(400, 'invalid_url', 'This address is not valid.')
    if (isPersonalPage(withoutQuery(url))) return renderPersonal(request, reply)
    const page = await cachedPage(deps, request, reply, async ({ context, origin }, on) => {
      // A page that is never fresh is never served from the cache.
      if (development) on.until = 0
      const rendering = render(address, { call: callFor(context, on), origin }, log)
      const response = await (development ? rendering : withTimeout(rendering))
      if (response.status === 404) {
        const { db, shop } = context
        const target = await redirectTarget(db, shop.shopId, requestPath(withoutQuery(url)))
        if (target !== undefined) return redirectTo(target)
      }
      return toCachedResponse(response, finisher(address, origin))
    })
    if (page.status === 503) void reply.header('retry-after', '2')
    return sendCachedResponse(page, request, reply)
  })

  acceptForms(app)
  app.post('/*', {
    async onRequest({ raw, headers }) {
      const { origin, requestedOrigin } = await deps.targets.find(raw)
      requireOwnForm(headers, origin, requestedOrigin)
    },
    handler: renderPersonal,
  })
}

const notBuilt = () =>
  new AppError(503, 'not_built', 'The pages have not been built yet: run `npm run build`.')

/** Cached like a page, until something in the shop changes. */
const redirectTo = (location: string) =>
  createCachedResponse(301, { location, 'cache-control': mustRevalidate }, Buffer.alloc(0))

/** Turns the HTML of the renderer into what browsers get, with its headers. */
type Finish = (rendered: string) => { html: string; headers: Readonly<Record<string, string>> }

/** A page for one visitor, with the cookies that its calls set. */
function toPersonalAnswer(response: RenderedPage, readCookies: readonly string[], finish: Finish) {
  const { 'set-cookie': _joined, ...headers } = Object.fromEntries(response.headers)
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false
  const page = isHtml ? finish(response.body) : undefined
  // What the form has set comes last, so that it wins.
  const cookies = [...readCookies, ...response.headers.getSetCookie()]
  return {
    status: response.status,
    body: page?.html ?? response.body,
    headers: {
      ...headers,
      ...page?.headers,
      'cache-control': 'no-store',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
  }
}

async function toCachedResponse(response: RenderedPage, finish: Finish): Promise<CachedResponse> {
  const isCacheable = response.status === 200 || response.status === 301
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const page = isHtml ? finish(response.body) : undefined
  const headers = {
    ...Object.fromEntries(response.headers),
    ...(page ? page.headers : { 'x-content-type-options': 'nosniff' }),
    'cache-control': isCacheable ? mustRevalidate : 'no-store',
  }
  return keepBrotliOnly(
    createCachedResponse(response.status, headers, Buffer.from(page?.html ?? response.body)),
  )
}
