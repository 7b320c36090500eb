import type { FastifyInstance } from 'fastify'
import { createCachedResponse, mustRevalidate, sendCachedResponse } from '../cache/cached-response.ts'
import type { Dependencies } from '../cache/response-cache.ts'
import { AppError } from '../errors.ts'
import { cachedPage, type PageDeps, type PageInput } from './cached-page.ts'

/** A file of the shop at a fixed address, such as a sitemap or an icon; cached like a page. */
export interface SiteFile {
  /** A Fastify route: `/sitemap-:part.xml` */
  url: string
  contentType: string
  /** The content; undefined if there is no such file (404). */
  render(
    input: PageInput & { params: Record<string, string> },
    on: Dependencies,
  ): Promise<string | Buffer | undefined>
}

/** Mounts each file at its address. */
export async function siteFiles(
  app: FastifyInstance,
  deps: PageDeps & { files: readonly SiteFile[] },
): Promise<void> {
  for (const { url, contentType, render } of deps.files) {
    app.get<{ Params: Record<string, string> }>(url, async (request, reply) => {
      const file = await cachedPage(deps, request, reply, async (input, on) => {
        const content = await render({ ...input, params: request.params }, on)
        if (content === undefined) throw new AppError(404, 'not_found', 'There is no such file.')
        const headers = { 'x-content-type-options': 'nosniff', 'cache-control': mustRevalidate }
        const body = typeof content === 'string' ? Buffer.from(content) : content
        return createCachedResponse(200, { ...headers, 'content-type': contentType }, body)
      })
      return sendCachedResponse(file, request, reply)
    })
  }
}
