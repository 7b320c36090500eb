import { access } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import {
  createRequestHandler,
  isRouteErrorResponse,
  type HandleErrorFunction,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Call, PostedForm } from '#contract/endpoint.ts'
import { pageDataPath } from '#contract/links.ts'
import type { FastPath } from '../cache/fast-path.ts'

/** What the loaders and the action of a page receive. */
interface PageContext {
  call: Call
  origin: string
  /** Reads of the visitor, for a page that is not cached. */
  personalCall?: Call
  /** Present if the request posts a form. */
  form?: PostedForm
  /** Answers with the data of the page, for navigation by script. */
  dataOnly?: boolean
}

/** The server build of the pages: React Router's, and how to create the context of a request. */
export interface Pages extends ServerBuild {
  entry: ServerBuild['entry'] & {
    module: { pageContext(input: PageContext): RouterContextProvider }
  }
}

/** Serves the pages from their sources during development. */
export interface DevelopmentPages {
  /** Starts; hot updates go through this server's WebSocket. */
  attach(server: Server): Promise<void>
  /** Answers requests for modules and styles before everything else. */
  middleware: FastPath
  load(): Promise<Pages>
  close(): Promise<void>
}

/** Before the path of a page it names the page's data, which `web/lib/navigation/` reads. */

/** Renders the page at `url`, or answers with its data if `url` begins with `pageDataPath`. With a form the request is its POST. */
export type RenderPage = (url: string, context: PageContext, log: FastifyBaseLogger) => Promise<Response>

/** Renders from the build. The request that pages see has no headers, so cached pages cannot depend on the visitor. */
export function pageRenderer(
  { entry, ...build }: Pages,
  mode: 'production' | 'development' = 'production',
): RenderPage {
  const logs = new WeakMap<Request, FastifyBaseLogger>()
  const handleError: HandleErrorFunction = (error, { request }) => {
    // A form that is sent to a page without an action is a mistake of its sender.
    const level = isRouteErrorResponse(error) && error.status < 500 ? 'debug' : 'error'
    logs.get(request)?.[level]({ err: error }, 'a page failed')
  }
  const handler = createRequestHandler(
    { ...build, entry: { module: { ...entry.module, handleError } } },
    mode,
  )

  return async (url, context, log) => {
    const dataOnly = url.startsWith(`${pageDataPath}/`) && !context.form
    const page = dataOnly ? url.slice(pageDataPath.length) : url
    const request = new Request(context.origin + page, { method: context.form ? 'POST' : 'GET' })
    logs.set(request, log)
    const response = await handler(request, entry.module.pageContext({ ...context, dataOnly }))
    return dataOnly ? withReadableRedirect(response) : response
  }
}

/** A script cannot read where a response redirects to. Only a permanent redirect may be cached. */
function withReadableRedirect(response: Response): Response {
  const redirect = response.headers.get('location')
  return redirect === null
    ? response
    : Response.json({ redirect }, { status: response.status === 301 ? 200 : 202 })
}

/** Renders from the sources as they are now. */
export function developmentRenderer({ load }: DevelopmentPages): RenderPage {
  return async (...page) => pageRenderer(await load(), 'development')(...page)
}

/** Imports the built pages; undefined if there is no build. Throws if the build cannot be loaded. */
export async function loadPages(buildFolder: string): Promise<Pages | undefined> {
  const file = join(buildFolder, 'server', 'index.js')
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  return exists ? ((await import(pathToFileURL(file).href)) as Pages) : undefined
}
