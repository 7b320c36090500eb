import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createCachedResponse,
  mustRevalidate,
  sendCachedResponse,
  type CachedResponse,
} from '../cache/cached-response.ts'
import { dataHeaders, pageHeaders } from '../pages/security-headers.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { describedEvents } from './events.ts'
import { describe, openApi } from './openapi.ts'

export const apiTitle = 'Haat API'

/** Serves the documentation of the API: `/api/openapi.json` for programs, `/api/docs` for people. */
export async function docs(
  app: FastifyInstance,
  { endpoints }: { endpoints: readonly Endpoint[] },
): Promise<void> {
  // Created at the first request: creating them at the start would take nearly half of the app's start time.
  const files: Record<string, () => CachedResponse> = {
    '/api/openapi.json': () => file(dataHeaders, JSON.stringify(openApi(endpoints, apiTitle))),
    '/api/docs': () => {
      const html = docsPage(apiTitle, endpoints.map(describe), describedEvents())
      return file({ ...pageHeaders(html, ''), 'content-type': 'text/html; charset=utf-8' }, html)
    },
    '/api/docs.css': () => file({ ...dataHeaders, 'content-type': 'text/css; charset=utf-8' }, docsStyle),
  }
  for (const [url, create] of Object.entries(files)) {
    let response: CachedResponse | undefined
    app.get(url, (request, reply) => sendCachedResponse((response ??= create()), request, reply))
  }
}

function file(headers: Record<string, string>, text: string): CachedResponse {
  return createCachedResponse(200, { ...headers, 'cache-control': mustRevalidate }, Buffer.from(text))
}
