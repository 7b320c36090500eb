import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import {
  createRequestHandler,
  type HandleErrorFunction,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Call, Submit } from '#contract/endpoint.ts'
import { inTime } from './answer.ts'
import { callsFor } from './call.ts'
import { AppError } from './errors.ts'
import { finish, mustRevalidate, packTight, sendFinished, type Finished } from './finished.ts'
import { keptPage, type PageDeps } from './kept-page.ts'
import { acceptForms, submitterOf } from './form-post.ts'
import type { Route } from './route.ts'
import { requireSameOrigin } from './same-origin.ts'
import { pageHeaders } from './security-headers.ts'

/** What the build of the pages offers beside what React Router asks of it. */
export interface Pages extends ServerBuild {
  entry: ServerBuild['entry'] & {
    module: { pageContext(input: { call: Call; origin: string; submit?: Submit }): RouterContextProvider }
  }
}

/** Every address that is nothing else is a page: rendered on the server, kept as bytes, the same for everyone. */
export async function pages(
  app: FastifyInstance,
  { build, ...deps }: PageDeps & { routes: readonly Route[]; build: Pages | undefined },
): Promise<void> {
  const callFor = callsFor(deps.routes, deps.cache)
  const render = build && pageRenderer(build)

  app.get('/*', async (request, reply) => {
    const { url, log } = request
    if (!render) throw notBuilt()
    if (!url.startsWith('/')) throw new AppError(400, 'invalid_url', 'This address is not well-formed.')
    const finished = await keptPage(deps, request, async ({ context, origin }, on) => {
      const response = await inTime(render(origin, url, callFor(context, on), log))
      return finishPage(response, origin)
    })
    if (finished.status === 503) void reply.header('retry-after', '2')
    return sendFinished(finished, request, reply)
  })

  acceptForms(app)
  app.post('/*', {
    async onRequest({ raw, headers }) {
      requireSameOrigin(headers, (await deps.asked.find(raw)).origin)
    },
    async handler(request, reply) {
      if (!render) throw notBuilt()
      const { shop, origin } = await deps.asked.find(request.raw)
      const context = { db: deps.db, shop, caller: undefined, changes: deps.version }
      const call = callFor(context, { productIds: new Set(), until: 0 })
      const response = await render(origin, request.url, call, request.log, submitterOf(app, request))
      if (response.status === 405) {
        void reply.header('allow', 'GET, HEAD')
        throw new AppError(405, 'method_not_allowed', 'This page can only be read.')
      }
      const { status, headers, body } = await finishForm(response, origin)
      return reply.code(status).headers(headers).send(body)
    },
  })
}

const notBuilt = () =>
  new AppError(503, 'not_built', 'The pages have not been built yet: run `npm run build`.')

/** Renders one address. The request that the pages see has no headers: nothing on them can depend on who asks. */
function pageRenderer({ entry, ...build }: Pages) {
  const logs = new WeakMap<Request, FastifyBaseLogger>()
  const handleError: HandleErrorFunction = (error, { request }) =>
    logs.get(request)?.error({ err: error }, 'a page failed')
  const handler = createRequestHandler(
    { ...build, entry: { module: { ...entry.module, handleError } } },
    'production',
  )

  return (
    origin: string,
    url: string,
    call: Call,
    log: FastifyBaseLogger,
    submit?: Submit,
  ): Promise<Response> => {
    const request = new Request(origin + url, { method: submit ? 'POST' : 'GET' })
    logs.set(request, log)
    return handler(request, entry.module.pageContext({ call, origin, ...(submit && { submit }) }))
  }
}

/** Imports the pages from the folder of the build; undefined where there are none. Throws where they cannot be loaded. */
export async function loadPages(buildFolder: string): Promise<Pages | undefined> {
  const file = join(buildFolder, 'server', 'index.js')
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  return exists ? ((await import(pathToFileURL(file).href)) as Pages) : undefined
}

/** The answer to a form: for its sender alone, with the cookies that it sets. */
async function finishForm(response: Response, origin: string) {
  const body = await response.text()
  const { 'set-cookie': _joined, ...headers } = Object.fromEntries(response.headers)
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false
  const cookies = response.headers.getSetCookie()
  return {
    status: response.status,
    body,
    headers: {
      ...headers,
      ...(isHtml && pageHeaders(body, origin)),
      'cache-control': 'no-store',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
  }
}

/** The response as bytes, with the headers that every page has. */
async function finishPage(response: Response, origin: string): Promise<Finished> {
  const body = Buffer.from(await response.arrayBuffer())
  const kept = response.status === 200 || response.status === 301
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const headers = {
    ...Object.fromEntries(response.headers),
    ...(isHtml ? pageHeaders(body.toString(), origin) : { 'x-content-type-options': 'nosniff' }),
    'cache-control': kept ? mustRevalidate : 'no-store',
  }
  return packTight(finish(response.status, headers, body))
}
