import { createContext, createStaticHandler, redirect, RouterContextProvider } from 'react-router'
import type { Call } from '#contract/endpoint.ts'
import type { Pages } from '#server/http/pages/page-renderer.ts'

/** As `web/document.tsx` writes it. */
const head =
  '<head><link rel="preload" href="/assets/text.woff2" as="font" type="font/woff2" crossorigin="anonymous"/></head>'

type Loader = (args: {
  call: Call
  origin: string
  request: Request
  params: Record<string, string | undefined>
}) => Promise<unknown>

const callContext = createContext<Call>()
const originContext = createContext<string>()

/** A replacement for the build of the pages: pages by path that print their loader's data. There is no dashboard. */
export function smallPages(loaders: Record<string, Loader>, script = 'start()'): Pages {
  const { query } = createStaticHandler(
    Object.entries(loaders).map(([path, load]) => ({
      id: path,
      path: `/${path}`,
      loader: ({ context, request, params }: LoaderArgs) =>
        load({ call: context.get(callContext), origin: context.get(originContext), request, params }),
    })),
  )
  const module: Pages['entry']['module'] = {
    default: () => new Response(),
    pageContext({ call, origin }) {
      const context = new RouterContextProvider()
      context.set(callContext, call)
      context.set(originContext, origin)
      return context
    },
    async storefrontPage(request, input, { onError }) {
      const found = await query(request, { requestContext: module.pageContext(input) })
      if (found instanceof Response)
        return { status: found.status, headers: found.headers, body: await found.text() }
      const { loaderData, errors, statusCode } = found
      for (const error of Object.values(errors ?? {})) onError(error)
      const data = JSON.stringify(errors ? { errors: Object.keys(errors) } : loaderData)
      const html = `<!doctype html>${head}<body><script>${script}</script><script type="application/ld+json">{}</script><p>${data}</p>`
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
      return { status: statusCode, headers, body: html }
    },
  }
  // The type still asks for it.
  const spa = { isSpaMode: false }
  return {
    start: { url: '' },
    entry: { module },
    routes: {},
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    ...spa,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
}

interface LoaderArgs {
  context: Readonly<RouterContextProvider>
  request: Request
  params: Record<string, string | undefined>
}

/** A permanent redirect for a loader. */
export const movedTo = (url: string) => redirect(url, 301)
