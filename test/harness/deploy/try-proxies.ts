import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/harness/app/free-port.ts'
import { cuttable } from '../app/cuttable-proxy.ts'
import { createDatabase, startTestServer } from '../app/database-server.ts'
import { startKillable } from '../processes/killable-shop.ts'
import { proxyChecks, type HostsBehindProxy } from './check-proxy.ts'
import { findProgram } from './packages.ts'
import { proxyFiles, type ProxyFile } from './proxy-files.ts'
import { startProxy } from './start-proxy.ts'

/** Tries the file of each installed proxy before two shop hosts on one database. Returns the problems. */
export async function tryProxies(): Promise<string[]> {
  const installed = proxyFiles.flatMap((file) => {
    const program = findProgram(file.name)
    return program === undefined ? [] : [{ file, program }]
  })
  if (installed.length === 0) return []
  const folder = await mkdtemp(join(tmpdir(), 'haat-deploy-'))
  const database = await startTestServer()
  const url = await createDatabase(database.serverUrl, database.template)
  const hosts = await startHosts(folder, url)
  const problems: string[] = []
  try {
    for (const { file, program } of installed) {
      const own = await mkdtemp(join(folder, `${file.name}-`))
      problems.push(...(await tryProxy(program, file, own, hosts)))
    }
  } finally {
    await hosts.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return problems
}

interface Hosts extends HostsBehindProxy {
  /** Where the two hosts listen, as in `127.0.0.1:8000`. */
  places: [string, string]
  stop(): Promise<void>
}

/** Starts two hosts of one shop, with one folder of uploads. */
async function startHosts(folder: string, databaseUrl: string): Promise<Hosts> {
  const line = await cuttable()
  const port = await freePort()
  const ports = [await freePort(), await freePort()] as const
  const admin = { email: 'admin@example.com', password: 'a password of the test' }
  const settings = {
    DATABASE_URL: line.through(databaseUrl),
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1',
    AUTH_SECRET: 'a secret that all hosts of the test share',
    ADMIN_PASSWORD: admin.password,
  }
  const uploads = join(folder, 'uploads')
  await mkdir(uploads)
  for (const place of [0, 1]) {
    await mkdir(join(folder, `host${place}`))
    await symlink(uploads, join(folder, `host${place}`, 'uploads'))
  }
  const start = async (place: 0 | 1) => {
    const shop = startKillable(join(folder, `host${place}`), { ...settings, PORT: String(ports[place]) })
    await shop.opened
    return shop
  }
  const shops: HostsBehindProxy['shops'] = [await start(0), await start(1)]
  return {
    port,
    shops,
    line,
    admin,
    places: [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`],
    restart: async (place) => void (shops[place] = await start(place)),
    async stop() {
      await Promise.all(shops.map((shop) => shop.kill('everything')))
      await line.close()
    },
  }
}

async function tryProxy(program: string, file: ProxyFile, folder: string, hosts: Hosts): Promise<string[]> {
  const problems: string[] = []
  const places = { folder, port: hosts.port, plainPort: await freePort(), shops: hosts.places }
  const proxy = await startProxy(program, file, places)
  for (const [name, check] of proxyChecks) {
    const sentence = `${file.name}: ${name}`
    try {
      console.log(`${sentence}: ${await check(hosts)}`)
    } catch (error) {
      console.log(`${sentence}: FAILED`)
      problems.push(`${sentence}: ${String(error)}\n${proxy.printed().slice(-2000)}`)
    }
  }
  await proxy.stop()
  return problems
}
