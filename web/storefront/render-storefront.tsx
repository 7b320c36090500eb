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

/** A page, or the redirect of its loader or action. */
export interface RenderedPage {
  status: number
  headers: Headers
  body: string
}

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
): Promise<RenderedPage> {
  const found = await query(request, { requestContext: context })
  if (found instanceof Response)
    return { status: found.status, headers: found.headers, body: await found.text() }
  for (const error of Object.values(found.errors ?? {})) onError(error)
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
  for (const answered of [...Object.values(found.loaderHeaders), ...Object.values(found.actionHeaders)]) {
    for (const cookie of answered.getSetCookie()) headers.append('Set-Cookie', cookie)
  }
  const body = await render(
    <Document>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, found)} context={found} hydrate={false} />
    </Document>,
  )
  return { status: found.statusCode, headers, body }
}
