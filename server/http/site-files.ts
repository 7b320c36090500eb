import type { FastifyInstance } from 'fastify'
import type { Dependencies } from './byte-cache.ts'
import { AppError } from './errors.ts'
import { finish, mustRevalidate, sendFinished } from './finished.ts'
import { keptPage, type PageDeps, type PageInput } from './kept-page.ts'

/** A text made for programs at a fixed address, such as a sitemap: kept like a page. */
export interface SiteFile {
  /** As Fastify takes it: `/sitemap-:part.xml` */
  url: string
  contentType: string
  /** The text; undefined where there is none (404). */
  make(input: PageInput & { params: Record<string, string> }, on: Dependencies): Promise<string | undefined>
}

/** Mounts each file at its address. */
export async function siteFiles(
  app: FastifyInstance,
  deps: PageDeps & { files: readonly SiteFile[] },
): Promise<void> {
  for (const { url, contentType, make } of deps.files) {
    app.get<{ Params: Record<string, string> }>(url, async (request, reply) => {
      const file = await keptPage(deps, request, async (input, on) => {
        const text = await make({ ...input, params: request.params }, on)
        if (text === undefined) throw new AppError(404, 'not_found', 'There is no such file.')
        const headers = { 'x-content-type-options': 'nosniff', 'cache-control': mustRevalidate }
        return finish(200, { ...headers, 'content-type': contentType }, Buffer.from(text))
      })
      return sendFinished(file, request, reply)
    })
  }
}
