import { access, readFile } from 'node:fs/promises'
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
import { isDashboardPath } from '#contract/links.ts'
import type { FastPath } from '../cache/fast-path.ts'

/** What the loaders and the action of a page receive. */
interface PageInput {
  call: Call
  origin: string
  /** Reads of the visitor, for a page that is not cached. */
  personalCall?: Call
  /** Present if the request posts a form. */
  form?: PostedForm
}

/** A page as its renderer makes it: of the storefront HTML, of the dashboard also its data. */
export interface RenderedPage {
  status: number
  headers: Headers
  body: string
}

/** The script that makes a page of the storefront work. */
interface StartScript {
  url: string
  /** A module that the development server runs first. */
  before?: string | undefined
}

interface StorefrontOptions {
  start: StartScript
  onError(error: unknown): void
}

/** The server build of the pages: React Router's with the dashboard, and how the storefront is rendered. */
export interface Pages extends ServerBuild {
  start: StartScript
  entry: ServerBuild['entry'] & {
    module: {
      pageContext(input: PageInput): RouterContextProvider
      storefrontPage(request: Request, input: PageInput, options: StorefrontOptions): Promise<RenderedPage>
    }
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

/** Renders the page at `url`. With a form the request is its POST. */
export type RenderPage = (url: string, input: PageInput, log: FastifyBaseLogger) => Promise<RenderedPage>

/** Renders from the build. The request that pages see has no headers, so cached pages cannot depend on the visitor. */
export function pageRenderer(
  { entry, start, ...build }: Pages,
  mode: 'production' | 'development' = 'production',
): RenderPage {
  const logs = new WeakMap<Request, FastifyBaseLogger>()
  const logError = (error: unknown, log: FastifyBaseLogger | undefined) => {
    // A form that is sent to a page without an action is a mistake of its sender.
    const level = isRouteErrorResponse(error) && error.status < 500 ? 'debug' : 'error'
    log?.[level]({ err: error }, 'a page failed')
  }
  const handleError: HandleErrorFunction = (error, { request }) => logError(error, logs.get(request))
  const dashboardPage = createRequestHandler(
    { ...build, entry: { module: { ...entry.module, handleError } } },
    mode,
  )

  return async (url, input, log) => {
    const request = new Request(input.origin + url, { method: input.form ? 'POST' : 'GET' })
    logs.set(request, log)
    const { pageContext, storefrontPage } = entry.module
    // React Router asks for the data of `/dashboard` at `/dashboard.data`.
    if (isDashboardPath(url.replace(/^(\/dashboard)\.data(?=\?|$)/i, '$1'))) {
      const response = await dashboardPage(request, pageContext(input))
      return { status: response.status, headers: response.headers, body: await response.text() }
    }
    return storefrontPage(request, input, { start, onError: (error) => logError(error, log) })
  }
}

/** Renders from the sources as they are now. */
export function developmentRenderer({ load }: DevelopmentPages): RenderPage {
  return async (...page) => {
    const pages = await load()
    const start = { url: '/web/islands/start.ts', before: pages.assets.hmr?.runtime }
    return pageRenderer({ ...pages, start }, 'development')(...page)
  }
}

/** Imports the built pages; undefined if there is no build. Throws if the build cannot be loaded. */
export async function loadPages(buildFolder: string): Promise<Pages | undefined> {
  const file = join(buildFolder, 'server', 'index.js')
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (!exists) return undefined
  const [pages, manifest] = await Promise.all([
    import(pathToFileURL(file).href) as Promise<Pages>,
    readFile(join(buildFolder, 'client', '.vite', 'storefront.json'), 'utf8'),
  ])
  const scripts = JSON.parse(manifest) as Record<string, { file: string }>
  return { ...pages, start: { url: `/${scripts['web/islands/start.ts']?.file}` } }
}
