import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Answers on the port of the shop while no shop listens there. */
export interface StandIn {
  /** Listens, and if the port is taken, as soon as it is free. Resolves after the first try. */
  open(): Promise<void>
  /** Frees the port for the shop. Running answers continue. */
  close(): Promise<void>
  /** The port; a free one if the setting was 0. */
  port(): number
}

const RETRY_MS = 5

const page = `<!doctype html><html lang="en"><title>The server restarts</title>
<p>The server restarts, and this page reloads. If that takes long, see the terminal.</p></html>
`

/** A 503, so that no program takes it for the shop. `refresh` makes browsers ask again after a second. */
const answer: RequestListener = (_request, response) => {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', refresh: '1' }
  response.writeHead(503, { ...headers, 'retry-after': '1', connection: 'close' }).end(page)
}

/** A stand-in for the shop at the settings HOST and PORT. */
export function createStandIn({ host, port }: { host: string; port: number }): StandIn {
  let server: Server | undefined
  let retrying: Promise<void> | undefined
  let isWanted = false

  const listen = async (): Promise<void> => {
    const attempt = createServer(answer).listen(port, host)
    // Whatever is wrong with the address, the shop reports it.
    await once(attempt, 'listening').catch(() => {})
    if (!attempt.listening) return
    server = attempt
    port = (attempt.address() as AddressInfo).port
  }
  const retry = async () => {
    while (isWanted && !server) {
      await wait(RETRY_MS)
      await listen()
    }
  }
  return {
    async open() {
      if (isWanted) return
      isWanted = true
      await listen()
      retrying = retry()
    },
    async close() {
      isWanted = false
      await retrying
      server?.close()
      server = undefined
    },
    port: () => port,
  }
}
