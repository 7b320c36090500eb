import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between one process of a shop and a provider. */
export interface ProviderProxy {
  url: string
  stop(): Promise<void>
}

/** What happens at a call of the provider. `cut` ends the connection without an answer. */
export interface CallWatcher {
  /** True: the provider never hears of the call. */
  before(): Promise<boolean>
  /** True: the shop never hears of the answer. */
  after(): Promise<boolean>
}

/** Forwards every call to `target`, and tells `watcher`. */
export async function providerProxy(target: string, watcher: CallWatcher): Promise<ProviderProxy> {
  const server = createServer((request, response) => void forward(target, watcher, request, response))
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
}

async function forward(
  target: string,
  watcher: CallWatcher,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body: Buffer[] = []
  for await (const part of request) body.push(part as Buffer)
  if (await watcher.before()) return void response.destroy()
  const headers = { ...request.headers, host: new URL(target).host }
  const answered = await new Promise<IncomingMessage | undefined>((resolve) => {
    const onward = send(new URL(request.url ?? '/', target), {
      method: request.method,
      headers,
      agent: false,
    })
    onward.on('response', resolve).on('error', () => resolve(undefined))
    // A provider that never answers: the shop gives up first.
    response.on('close', () => onward.destroy())
    onward.end(Buffer.concat(body))
  })
  if (answered === undefined) {
    await watcher.after()
    return void response.destroy()
  }
  const parts: Buffer[] = []
  for await (const part of answered) parts.push(part as Buffer)
  if (await watcher.after()) return void response.destroy()
  response.writeHead(answered.statusCode ?? 500, answered.headers).end(Buffer.concat(parts))
}
