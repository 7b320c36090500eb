import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  expect(html).toContain('/web/entry.client.tsx')
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

  expect(await shop.stop()).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})
