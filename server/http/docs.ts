import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { finish, mustRevalidate, sendFinished, type Finished } from './finished.ts'
import { describe, openApi } from './openapi.ts'
import { dataHeaders, pageHeaders } from './security-headers.ts'

export const apiTitle = 'Haat API'

/** The contract as it is mounted: `/api/openapi.json` for programs, `/api/docs` for people. */
export async function docs(
  app: FastifyInstance,
  { endpoints }: { endpoints: readonly Endpoint[] },
): Promise<void> {
  // Made when they are first asked for, which in most shops nobody ever does: they take nearly half of putting the app together.
  const files: Record<string, () => Finished> = {
    '/api/openapi.json': () => finished(dataHeaders, JSON.stringify(openApi(endpoints, apiTitle))),
    '/api/docs': () => {
      const html = docsPage(apiTitle, endpoints.map(describe))
      return finished({ ...pageHeaders(html, ''), 'content-type': 'text/html; charset=utf-8' }, html)
    },
    '/api/docs.css': () => finished({ ...dataHeaders, 'content-type': 'text/css; charset=utf-8' }, docsStyle),
  }
  for (const [url, make] of Object.entries(files)) {
    let file: Finished | undefined
    app.get(url, (request, reply) => sendFinished((file ??= make()), request, reply))
  }
}

function finished(headers: Record<string, string>, text: string): Finished {
  return finish(200, { ...headers, 'cache-control': mustRevalidate }, Buffer.from(text))
}
