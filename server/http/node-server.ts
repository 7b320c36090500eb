import { createServer, type RequestListener, type Server } from 'node:http'
import { silenceLimit, type Front } from './front.ts'

/**
 * The server below Fastify: limits for those who send slowly or not at all, and the short way past Fastify for what is
 * kept. While it drains everything takes the long way, which closes connections.
 */
export function nodeServer(front: Front) {
  const limits = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 }
  return (handler: RequestListener): Server => {
    const server = createServer(limits, (request, response) => {
      const { socket } = request
      const pass = () => {
        socket.setTimeout(silenceLimit)
        handler(request, response)
      }
      if (!server.listening) return pass()
      front(request, response, pass)
    })
    return server
  }
}

/** Lets go of connections whenever they become idle; the server itself looks only once, when it begins to close. */
export function closeIdleFromNow(server: Server): void {
  if (!server.listening) return
  const look = setInterval(() => server.closeIdleConnections(), 50)
  server.once('close', () => clearInterval(look))
}
