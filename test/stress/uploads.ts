import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp, routes } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect } from '#server/db/connect.ts'
import { sendHostileFiles } from '#test/harness/hostile/hostile-uploads.ts'
import { createDatabase, startTestServer } from '#test/harness/app/database-server.ts'

/** Sends that many hostile files to every upload endpoint. Throws at the first that does harm. */
export async function run(count = 200): Promise<void> {
  const { serverUrl, template, stop } = await startTestServer()
  const databaseUrl = await createDatabase(serverUrl, template, `template ${template}`)
  const db = connect(databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-uploads-'))
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' }))
  const app = await buildApp({ config, db, databaseUrl, log: pino({ enabled: false }) })
  try {
    const endpoints = routes.map(({ endpoint }) => endpoint)
    const sent = await sendHostileFiles({ app, db, dataDir }, endpoints, count)
    console.log(`${sent} uploads of ${count} files: refused or re-encoded`)
  } finally {
    await app.close()
    await db.destroy()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
