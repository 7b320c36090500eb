import type { ReactNode } from 'react'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type RouterContextProvider,
} from 'react-router'
import { Document } from '../document.tsx'
import { routes } from './routes.tsx'

const { query, dataRoutes } = createStaticHandler(routes)

interface RenderOptions {
  context: RouterContextProvider
  render(page: ReactNode): Promise<string>
  /** Learns of each loader, action or page that fails. */
  onError(error: unknown): void
}

/** Renders a page of the storefront, or answers with the redirect that its loader or action asks for. */
export async function renderStorefront(
  request: Request,
  { context, render, onError }: RenderOptions,
): Promise<Response> {
  const found = await query(request, { requestContext: context })
  if (found instanceof Response) return found
  for (const error of Object.values(found.errors ?? {})) onError(error)
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
  for (const answered of [...Object.values(found.loaderHeaders), ...Object.values(found.actionHeaders)]) {
    for (const cookie of answered.getSetCookie()) headers.append('Set-Cookie', cookie)
  }
  const html = await render(
    <Document>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, found)} context={found} hydrate={false} />
    </Document>,
  )
  return new Response(html, { status: found.statusCode, headers })
}
