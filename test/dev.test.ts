import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startKillable } from './harness/processes/killable-shop.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'haat-dev-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('npm run dev serves pages from their sources, reloads them, and stops', async () => {
  const shop = startKillable(dataDir, { DEMO: '0' }, 'server/dev/main.ts')
  onTestFinished(() => shop.kill('everything'))
  const address = await shop.opened

  const page = await fetch(address)
  expect(page.status, shop.printed()).toBe(200)
  const html = await page.text()
  expect(html).toContain('/web/islands/start.ts')
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' ws:")
  // A second request renders again, because a source may have changed.
  expect((await fetch(address)).status).toBe(200)

  const client = await fetch(`${address}/@vite/client`)
  expect(client.headers.get('content-type')).toContain('javascript')
  const [, token = ''] = /wsToken = "([\w-]+)"/.exec(await client.text()) ?? []
  const socket = new WebSocket(`${address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  const [message] = await new Promise<unknown[]>((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve([data])
    socket.onerror = reject
  })
  expect(message).toBe('{"type":"connected"}')
  socket.close()

  expect((await fetch(`${address}/api/shop`)).status).toBe(200)
  expect((await fetch(`${address}/@fs${join(dataDir, 'auth-secret')}`)).status).toBe(403)

  // A change of the server: until it is back at the same address, a page says so and reloads.
  utimesSync('server/serve.ts', new Date(), new Date())
  const restarting = await answerWith(503, address)
  expect(shop.printed()).toContain('serve.ts has changed: the server restarts')
  expect(shop.printed()).not.toContain('The server stopped')
  expect(restarting.headers.get('refresh')).toBe('1')
  expect(await restarting.text()).toContain('The server restarts')
  await answerWith(200, `${address}/api/shop`)

  expect(await shop.stop()).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  // Vite compiles every page twice, which takes 15 s alone and a minute beside the other tests.
}, 180_000)

/** Asks again until the status is this one. */
async function answerWith(status: number, address: string): Promise<Response> {
  for (;;) {
    // Open connections end with the old server.
    const answer = await fetch(address, { headers: { connection: 'close' } }).catch(() => undefined)
    if (answer?.status === status) return answer
    await wait(5)
  }
}
