import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/harness/app/free-port.ts'
import { findProgram } from './packages.ts'
import { proxyFiles } from './proxy-files.ts'
import { secureCall } from './secure-client.ts'
import { startProxy } from './start-proxy.ts'

/** A host that is ready, but hangs up on each order after it has read it. */
async function startBrokenHost(onOrder: () => void) {
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('ok')
    request.resume().once('end', () => {
      onOrder()
      request.socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, place: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Checks that no proxy sends an order to a second host once the first has read it. Returns the problems. */
export async function tryRepeats(): Promise<string[]> {
  const problems: string[] = []
  for (const file of proxyFiles) {
    const program = findProgram(file.name)
    if (program === undefined) continue
    const folder = await mkdtemp(join(tmpdir(), 'haat-deploy-'))
    let orders = 0
    const hosts = [await startBrokenHost(() => orders++), await startBrokenHost(() => orders++)] as const
    const [port, plainPort] = [await freePort(), await freePort()]
    const shops = [hosts[0].place, hosts[1].place] as const
    const proxy = await startProxy(program, file, { folder, port, plainPort, shops })
    try {
      const order = secureCall(port, '/api/orders', { method: 'POST', body: '{}' })
      // HAProxy resets the stream (REFUSED_STREAM), after which browsers repeat the call with its idempotency key.
      const answer = await order.then(
        ({ status }) => status,
        (error: unknown) => String(error),
      )
      console.log(
        `${file.name}: an order whose host hangs up is sent to ${orders} host; the answer: ${answer}`,
      )
      if (orders !== 1) problems.push(`${file.name} sends an order to ${orders} hosts`)
      if (typeof answer === 'number' && answer < 500)
        problems.push(`${file.name} answers ${answer} for an order without an answer`)
    } finally {
      await proxy.stop()
      for (const { server } of hosts) server.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return problems
}
