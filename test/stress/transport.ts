import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
// Sets NODE_ENV, which React reads when it loads.
import { readConfig } from '#server/config.ts'
import { buildApp, routes } from '#server/app.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect } from '#server/db/connect.ts'
import { createDatabase, startTestServer } from '#test/harness/app/database-server.ts'
import { sendBrokenRequests } from '#test/harness/hostile/broken-transport.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'

/** Sends that many broken requests. Throws at the first that is a fault or keeps its connection. */
export async function run(count = 20_000): Promise<void> {
  const { serverUrl, template, stop } = await startTestServer()
  const databaseUrl = await createDatabase(serverUrl, template, `template ${template}`)
  const db = connect(databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-transport-'))
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' }))
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const app = await buildApp({ config, db, databaseUrl, log })
  try {
    const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const endpoints = routes.map(({ endpoint }) => endpoint)
    await sendBrokenRequests({ port, cookie, endpoints }, count)
    if (errors.length > 0) throw new Error(`The log has ${errors.length} errors: ${errors[0]}`)
    console.log(`${count} broken requests: refused, and each connection ended`)
  } finally {
    await app.close()
    await db.destroy()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
