import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter, type EntryContext } from 'react-router'
import type { Call, PostedForm } from '#contract/endpoint.ts'
import { isDashboardPath } from '#contract/links.ts'
import { addStartScript, scriptsLast } from './lib/on-server/start-script.ts'
import {
  callContext,
  dataOnlyContext,
  originContext,
  personalCallContext,
  postedFormContext,
} from './lib/on-server/page-context.ts'
import { StorefrontPage, storefrontPage } from './storefront-page.tsx'

interface PageInput {
  call: Call
  origin: string
  /** Reads of the visitor, for a page that is not cached. */
  personalCall?: Call
  /** Present if the request posts a form. */
  form?: PostedForm
  /** Answers with the data of the page, for navigation by script. */
  dataOnly?: boolean
}

/** The context of loaders and actions: API calls, origin and posted form. */
export function pageContext({
  call,
  origin,
  personalCall,
  form,
  dataOnly,
}: PageInput): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, answerErrorsAsPages(call))
  context.set(originContext, origin)
  if (personalCall) context.set(personalCallContext, personalCall)
  if (form) context.set(postedFormContext, form)
  if (dataOnly) context.set(dataOnlyContext, true)
  return context
}

/** Turns a refused call (404, 503 …) into a page with that status. */
function answerErrorsAsPages(call: Call): Call {
  return async (endpoint, input) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
        throw new Response(error.message, { status: error.status })
      }
      throw error
    }
  }
}

/** Renders the whole page without streaming, because the page cache stores bytes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { manifest, staticHandlerContext } = context
  const { location } = staticHandlerContext
  const page = storefrontPage(context)
  if (loadContext.get(dataOnlyContext)) return Response.json(page.data, { status, headers })

  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (isDashboardPath(location.pathname)) {
    const html = await render(<ServerRouter context={context} url={request.url} />)
    return new Response(scriptsLast(html), { status, headers })
  }
  const html = await render(<StorefrontPage page={page} location={location} />)
  // Without even the shop there is nothing to make work.
  const isBroken = page.data.error?.at === -1
  const body = isBroken ? html : addStartScript(html, page.data, manifest.entry, manifest.hmr?.runtime)
  return new Response(body, { status, headers })
}

function render(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = new PassThrough()
    const { pipe } = renderToPipeableStream(page, {
      // Keeps all content in place instead of moving it in with scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(body)
        text(body).then(resolve, reject)
      },
      onShellError: reject,
      onError: reject,
    })
  })
}
