import { createContext, redirect, RouterContextProvider, type ServerBuild } from 'react-router'
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
const dataOnlyContext = createContext(false)

/** A replacement for `build/server/index.js`: pages by path that print their loader's data. */
export function smallPages(loaders: Record<string, Loader>, script = 'start()'): Pages {
  const routes = Object.entries(loaders).map(([path, load]) => ({
    id: path,
    parentId: 'root',
    path,
    module: {
      default: () => null,
      loader: ({ context, request, params }: LoaderArgs) =>
        load({ call: context.get(callContext), origin: context.get(originContext), request, params }),
    },
  }))
  const root = { id: 'root', path: '', module: { default: () => null } }
  const spa = { isSpaMode: false }
  const build: Omit<ServerBuild, 'entry'> = {
    ...spa,
    routes: Object.fromEntries([root, ...routes].map((route) => [route.id, route])),
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
  return {
    ...build,
    entry: {
      module: {
        default(
          _request,
          status,
          headers,
          { staticHandlerContext: { loaderData, errors, matches } },
          context,
        ) {
          if (context.get(dataOnlyContext)) {
            const own: unknown = loaderData[matches.at(-1)?.route.id ?? '']
            return Response.json(own ?? null, { status, headers })
          }
          headers.set('content-type', 'text/html; charset=utf-8')
          const data = JSON.stringify(errors ? { errors: Object.keys(errors) } : loaderData)
          const html = `<!doctype html>${head}<body><script>${script}</script><script type="application/ld+json">{}</script><p>${data}</p>`
          return new Response(html, { status, headers })
        },
        pageContext({ call, origin, dataOnly }) {
          const context = new RouterContextProvider()
          context.set(callContext, call)
          context.set(originContext, origin)
          if (dataOnly) context.set(dataOnlyContext, true)
          return context
        },
      },
    },
  }
}

interface LoaderArgs {
  context: Readonly<RouterContextProvider>
  request: Request
  params: Record<string, string | undefined>
}

/** A permanent redirect for a loader. */
export const movedTo = (url: string) => redirect(url, 301)
