import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter, type EntryContext } from 'react-router'
import type { Call, Submit } from '#contract/endpoint.ts'
import { scriptsLast } from './lib/scripts-last.ts'
import { callContext, originContext, submitContext } from './lib/page-context.ts'

interface PageInput {
  call: Call
  origin: string
  /** Present if the request submits a form. */
  submit?: Submit
}

/** The context of loaders and actions: API calls, origin and form submission. */
export function pageContext({ call, origin, submit }: PageInput): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, answerErrorsAsPages(call))
  context.set(originContext, origin)
  if (submit) context.set(submitContext, submit)
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
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const html = await render(<ServerRouter context={context} url={request.url} />)
  return new Response(scriptsLast(html), { status, headers })
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
