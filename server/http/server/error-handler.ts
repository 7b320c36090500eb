import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorAnswer } from '#contract/endpoint.ts'
import { AppError, describeError } from '../errors.ts'
import { plainPage } from '../pages/plain-page.ts'
import { dataHeaders, pageHeaders } from '../pages/security-headers.ts'

/**
 * The one place that turns errors into responses: an `ErrorAnswer` below /api, else a plain page. The log has the details
 * under the same request id.
 */
export function answerWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, answer } = describeError(error, request.id)
  // Program errors are logged as errors, an unreachable database as a warning, and refusals at debug level. A flood of
  // refused pages must not fill the log.
  const isOverBudget = error instanceof AppError && error.code === 'busy'
  const failure = status === 503 ? 'warn' : 'error'
  const level = status >= 500 && !isOverBudget ? failure : 'debug'
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

/** For addresses without a route: 404, or 405 for methods that pages do not support. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD' || isApi(request.url)
  if (!isRead) void reply.header('allow', 'GET, HEAD')
  const error = isRead
    ? new AppError(404, 'not_found', 'There is nothing at this address.')
    : new AppError(405, 'method_not_allowed', 'Pages can only be read.')
  answerWithError(error, request, reply)
}

/** For connections whose bytes are not HTTP or arrive too slowly: there is no request yet, only a socket. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = connectionErrorStatus.get(error.code ?? '') ?? 400
  const answer: ErrorAnswer = {
    status: false,
    message: 'We couldn’t read this request.',
    code: 'bad_request',
  }
  const body = JSON.stringify(answer)
  const headers = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
}

const connectionErrorStatus = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
])

export const isApi = (url: string) => /^\/+api(\/|\?|$)/.test(url)
