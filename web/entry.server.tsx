import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter, type EntryContext } from 'react-router'
import type { Call, PostedForm } from '#contract/endpoint.ts'
import { addStartScript, scriptsLast, type StartScript } from './lib/on-server/start-script.ts'
import {
  callContext,
  originContext,
  personalCallContext,
  postedFormContext,
} from './lib/on-server/page-context.ts'
import { renderStorefront, type RenderedPage } from './storefront/render-storefront.tsx'

/** What the loaders and the action of a page receive. */
export interface PageInput {
  call: Call
  origin: string
  /** Reads of the visitor, for a page that is not cached. */
  personalCall?: Call
  /** Present if the request posts a form. */
  form?: PostedForm
}

interface StorefrontOptions {
  start: StartScript
  /** Learns of each loader, action or page that fails. */
  onError(error: unknown): void
}

/** Renders a page of the storefront, or answers with a redirect. */
export async function storefrontPage(
  request: Request,
  input: PageInput,
  { start, onError }: StorefrontOptions,
): Promise<RenderedPage> {
  const page = await renderStorefront(request, { context: pageContext(input), render, onError })
  return page.headers.has('location') ? page : { ...page, body: addStartScript(page.body, start) }
}

/** The context of loaders and actions: API calls, origin and posted form. */
export function pageContext({ call, origin, personalCall, form }: PageInput): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, answerErrorsAsPages(call))
  context.set(originContext, origin)
  if (personalCall) context.set(personalCallContext, personalCall)
  if (form) context.set(postedFormContext, form)
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

/** Renders a page of the dashboard: React Router's own. */
export default async function dashboardPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const html = await render(<ServerRouter context={context} url={request.url} />)
  return new Response(scriptsLast(html), { status, headers })
}

/** Renders the whole page without streaming, because the page cache stores bytes. */
function render(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    // A chunk may end within a character, so the text is made of all of them.
    const body = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      // Keeps all content in place instead of moving it in with scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(body)
      },
      onShellError: reject,
      onError: reject,
    })
  })
}
