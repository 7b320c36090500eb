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
  /** Present where the page was sent a form. */
  submit?: Submit
}

/** What loaders may use: calls of the API, and the scheme and host that the page was asked at. */
export function pageContext({ call, origin, submit }: PageInput): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, answerErrorsAsPages(call))
  context.set(originContext, origin)
  if (submit) context.set(submitContext, submit)
  return context
}

/** A call that was refused (404, 503 …) becomes a page of that status. */
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

/** Renders the finished page, not a stream: pages are kept as bytes. */
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
      // Everything stands in the markup at its place: nothing waits for a script.
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
