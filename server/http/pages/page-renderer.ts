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
import type { Call, Submit } from '#contract/endpoint.ts'
import type { FastPath } from '../cache/fast-path.ts'

/** The server build of the pages: React Router's, and how to create the context of a request. */
export interface Pages extends ServerBuild {
  entry: ServerBuild['entry'] & {
    module: { pageContext(input: { call: Call; origin: string; submit?: Submit }): RouterContextProvider }
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

/** Renders the page at `url`. With `submit` the request is the POST of a form. */
export type RenderPage = (
  origin: string,
  url: string,
  call: Call,
  log: FastifyBaseLogger,
  submit?: Submit,
) => Promise<Response>

/** Renders from the build. The request that pages see has no headers, so pages cannot depend on the visitor. */
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

  return (origin, url, call, log, submit) => {
    const request = new Request(origin + url, { method: submit ? 'POST' : 'GET' })
    logs.set(request, log)
    return handler(request, entry.module.pageContext({ call, origin, ...(submit && { submit }) }))
  }
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
