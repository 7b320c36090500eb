import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorAnswer } from '#contract/endpoint.ts'
import { AppError, describeError } from './errors.ts'
import { plainPage } from './plain-page.ts'
import { dataHeaders, pageHeaders } from './security-headers.ts'

/**
 * The one place where a failure becomes an answer: an `ErrorAnswer` below /api, else a plain page. What the caller is not
 * told is in the log, under the same id.
 */
export function answerWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, answer } = describeError(error, request.id)
  // Faults of the program as errors, an absent database as a warning, refusals for whoever looks closely.
  const level = status === 503 ? 'warn' : status >= 500 ? 'error' : 'debug'
  request.log[level]({ err: error }, 'request failed')

  void reply.code(status).headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
  if (status === 503) void reply.header('retry-after', '2')
  if (error instanceof AppError && error.retryAfter) void reply.header('retry-after', error.retryAfter)
  if (isApi(request.url)) {
    void reply.headers(dataHeaders).send(JSON.stringify(answer))
    return
  }
  const page = plainPage(status, answer.message, request.id)
  void reply.headers({ ...pageHeaders(page, ''), 'content-type': 'text/html; charset=utf-8' }).send(page)
}

/** For addresses that are neither a page nor anything else: pages are only read. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  const reads = request.method === 'GET' || request.method === 'HEAD' || isApi(request.url)
  if (!reads) void reply.header('allow', 'GET, HEAD')
  const error = reads
    ? new AppError(404, 'not_found', 'There is nothing at this address.')
    : new AppError(405, 'method_not_allowed', 'Pages can only be read.')
  answerWithError(error, request, reply)
}

/** For what is not even HTTP, or takes longer than the limits allow: there is no request yet, only a connection. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = connectionFailures.get(error.code ?? '') ?? 400
  const answer: ErrorAnswer = {
    status: false,
    message: 'This request could not be read.',
    code: 'bad_request',
  }
  const body = JSON.stringify(answer)
  const headers = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
}

const connectionFailures = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
])

const isApi = (url: string) => /^\/+api(\/|\?|$)/.test(url)
