import type { AddressInfo } from 'node:net'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { routes } from '#server/app.ts'
import { sendBrokenRequests } from '#test/harness/hostile/broken-transport.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'

/** Sends that many broken requests. Throws at the first that is a fault or keeps its connection. */
export async function run(count = 20_000): Promise<void> {
  await withStressApp(async ({ app, db, errors }) => {
    const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const endpoints = routes.map(({ endpoint }) => endpoint)
    await sendBrokenRequests({ port, cookie, endpoints }, count)
    if (errors.length > 0) throw new Error(`The log has ${errors.length} errors: ${errors[0]}`)
    console.log(`${count} broken requests: refused, and each connection ended`)
  })
}
