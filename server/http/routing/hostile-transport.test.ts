import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { sendBrokenRequests } from '#test/harness/hostile/broken-transport.ts'

const { app, db, logged, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

// `npm run test:stress -- transport` sends 20,000.
test('no broken request is a fault, and every connection ends', async () => {
  const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const endpoints = routes.map(({ endpoint }) => endpoint)
  await sendBrokenRequests({ port, cookie, endpoints }, 300)
  const connections = () => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open)))
  await expect.poll(connections).toBe(0)
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  expect((await fetch(`http://127.0.0.1:${port}/api/shop`)).status).toBe(200)
}, 120_000)
