import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const programs = ['proxy', 'account', 'container', 'object'] as const
const MEMCACHED = '/usr/bin/memcached'
const pathOf = (name: string) => `/usr/bin/swift-${name}-server`
const MAX_START_MS = 60_000

/** Whether OpenStack Swift is installed. Prints what is left out if it is not. */
export function swiftIsInstalled(): boolean {
  const isThere = [MEMCACHED, ...programs.map(pathOf)].every((path) => existsSync(path))
  if (!isThere)
    console.log(
      'Skipped: the test of S3 needs the packages swift-proxy, swift-account, swift-container, swift-object and memcached.',
    )
  return isThere
}

/** A real object storage on this machine: OpenStack Swift with its S3 interface. */
export interface SwiftServer {
  url: string
  accessKeyId: string
  secretAccessKey: string
  /** Freezes all of its processes, until `goOn`. */
  hang(): void
  goOn(): void
  /** Kills all of its processes. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts the four servers on free ports with one copy of each object, below /var/tmp: they need extended attributes. */
export async function startSwift(): Promise<SwiftServer> {
  const home = await mkdtemp('/var/tmp/haat-swift-')
  const ports = await freePorts(programs.length + 1)
  const portOf = (name: string) => ports[programs.findIndex((program) => program === name)] ?? 0
  const cachePort = ports[programs.length] ?? 0
  const user = userInfo().username
  for (const name of ['account', 'container', 'object']) {
    await mkdir(join(home, 'devices', 'd1'), { recursive: true })
    const ring = (...args: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [join(home, `${name}.builder`), ...args], {
        stdio: 'ignore',
      })
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${portOf(name)}/d1`, '1')
    ring('rebalance')
  }
  const common = (name: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${portOf(name)}
workers = 0
user = ${user}
swift_dir = ${home}
devices = ${join(home, 'devices')}
mount_check = false
disable_fallocate = true
log_level = WARNING
`
  for (const name of ['account', 'container', 'object'])
    await writeFile(
      join(home, `${name}.conf`),
      `${common(name)}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`,
    )
  await writeFile(
    join(home, 'proxy.conf'),
    `${common('proxy')}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
min_segment_size = 1
[filter:tempauth]
use = egg:swift#tempauth
user_shop_owner = secret-of-swift .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`,
  )
  let children: ChildProcess[] = []
  const url = `http://127.0.0.1:${portOf('proxy')}`
  const start = async () => {
    children = programs.map((name) => {
      const log = openSync(join(home, `${name}.log`), 'a')
      const config = join(home, `${name}.conf`)
      return spawn(pathOf(name), [config, 'verbose'], { stdio: ['ignore', log, log] })
    })
    const cache = ['-l', '127.0.0.1', '-p', String(cachePort), '-U', '0', '-u', user]
    children.push(spawn(MEMCACHED, cache, { stdio: 'ignore' }))
    for (const end = performance.now() + MAX_START_MS; !(await isHealthy(url)); await wait(100)) {
      if (performance.now() < end && children.every(({ exitCode }) => exitCode === null)) continue
      const logs = await Promise.all(programs.map((name) => readFile(join(home, `${name}.log`), 'utf8')))
      throw new Error(`Swift did not start: ${logs.join('\n')}`)
    }
  }
  const kill = async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      }),
    )
  }
  try {
    await start()
  } catch (error) {
    await kill()
    await rm(home, { recursive: true, force: true })
    throw error
  }
  return {
    url,
    accessKeyId: 'shop:owner',
    secretAccessKey: 'secret-of-swift',
    hang: () => children.forEach((child) => child.kill('SIGSTOP')),
    goOn: () => children.forEach((child) => child.kill('SIGCONT')),
    kill,
    start,
    async stop() {
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const isHealthy = (url: string) =>
  fetch(`${url}/healthcheck`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
