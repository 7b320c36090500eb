import { createServer, type RequestListener, type Server } from 'node:http'
import { randomBytes } from 'node:crypto'
import { SOCKET_IDLE_TIMEOUT_MS, type FastPath } from '../cache/fast-path.ts'

const IDLE_CHECK_MS = 50

/**
 * Creates the Node server below Fastify, with time limits for slow clients. The fast path sees each request first, except
 * during shutdown: Fastify then closes each connection with its answer. While the shop serves on before that (`isStopping`),
 * answers close their connections, too: a proxy that has not noticed yet then meets a closed port and asks another host.
 */
export function createNodeServer(fastPath: FastPath, isStopping = () => false) {
  const limits = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 }
  return (handler: RequestListener): Server => {
    const server = createServer(limits, (request, response) => {
      const { socket } = request
      if (isStopping()) response.shouldKeepAlive = false
      const passToFastify = () => {
        socket.setTimeout(SOCKET_IDLE_TIMEOUT_MS)
        handler(request, response)
      }
      if (!server.listening) return passToFastify()
      fastPath(request, response, passToFastify)
    })
    return server
  }
}

/** Closes connections as they become idle during shutdown. Node itself checks only once, when the close begins. */
export function closeIdleConnections(server: Server): void {
  if (!server.listening) return
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  server.once('close', () => clearInterval(timer))
}

const prefix = randomBytes(6).toString('base64url')
let count = 0

/** An id for the log and the caller, unique among all processes and far cheaper than a random id per request. */
export function nextRequestId(): string {
  return `${prefix}-${(++count).toString(36)}`
}
