// Runs inside the namespace of the switch: `node failover-program.ts RUN FOLDER ROUNDS`. test/stress/cluster/failover.ts
// starts it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { connect, type Database } from '#server/db/connect.ts'
import { replaced } from '../deploy/replaced.ts'
import { withoutTls } from '../deploy/proxy-files.ts'
import { startService } from '../deploy/service.ts'
import { accepts } from '../deploy/start-proxy.ts'
import { addProducts } from '../processes/order-races.ts'
import { root } from '../../project-files.ts'
import { startDatabaseProxy, statusOf, type NodePlaces } from './database-node.ts'
import { failoverChart, type Round } from './failover-chart.ts'
import { longestGap, startLoad, type Load } from './failover-load.ts'
import { faults, startPostgresCluster, type PostgresCluster } from './postgres-cluster.ts'
import { edge, testHost } from './test-hosts.ts'

const [run = '', folder = '', rounds = '1'] = process.argv.slice(2)
const shops = ['10.0.0.11', '10.0.0.12']
const entrance = '10.0.0.5'
const places: NodePlaces = {
  folder,
  network: '10.0.0.',
  command: (host, program, user) =>
    host === edge ? [...program] : testHost(run, host).command(program, user),
}
const databaseUrl = (port: number) => `postgres://postgres:change-me-1@127.0.0.1:${port}/haat`
/** A fault lasts at least so long, and until orders have come again. */
const MIN_FAULT_MS = 20_000
const MAX_FAULT_MS = 60_000
const BEFORE_MS = 3000
const STOCK = 1_000_000

const print = (line: string) => console.log(line)

await main()
process.exit(0)

async function main(): Promise<void> {
  const startedAt = performance.now()
  const cluster = await startPostgresCluster(run, places)
  await leadToDatabase(edge)
  await createDatabase()
  for (const [index, address] of shops.entries()) await startShop(`shop${index + 1}`, address)
  await startEntrance()
  const db = connect(databaseUrl(5000), { max: 2 })
  const [productId = 0] = await addProducts(db, 1, STOCK)
  const paths = await warmPages(db)
  print(
    `${((performance.now() - startedAt) / 1000).toFixed(0)} s: three database nodes and two shops are up.`,
  )

  const load = startLoad(`http://${entrance}`, { productId, paths })
  const done: Round[] = []
  for (let index = 0; index < Number(rounds); index++) {
    const round = await breakOnce(cluster, load, faults[index % faults.length] ?? 'killed')
    done.push(round)
    const { lost } = await compareOrders(db, load, productId)
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged orders are lost.\n${cluster.log()}`)
    const { fault, gap, pages } = round
    print(
      `${index + 1}. ${fault}: ${(gap.ms / 1000).toFixed(1)} s without orders; ${pages.read} pages, ${pages.failed} failed, ${pages.stale} from before, slowest ${pages.slowestMs.toFixed(0)} ms`,
    )
  }
  await wait(BEFORE_MS)
  await load.stop()
  const problems = await check(db, load, productId)
  writeFileSync(join(folder, 'failover.svg'), failoverChart(done, 22_000))
  summarise(done, load, problems)
  if (problems.length > 0) process.exit(1)
}

/** Breaks the leader under load, waits until orders come again, and lets the host join again. */
async function breakOnce(cluster: PostgresCluster, { seen }: Load, fault: Round['fault']): Promise<Round> {
  await wait(BEFORE_MS)
  const { brokenAt, mend } = await cluster.breakLeader(fault)
  await wait(MIN_FAULT_MS)
  // Two orders in the last seconds: they have not come before the fault was noticed.
  const comes = () => seen.orderedAt.filter((at) => at > performance.now() - 2000).length >= 2
  while (!comes() && performance.now() - brokenAt < MAX_FAULT_MS) await wait(200)
  const endedAt = performance.now()
  await mend()
  await cluster.untilHealthy()
  const gap = longestGap(seen.orderedAt, brokenAt - BEFORE_MS, performance.now())
  const pages = seen.pages.filter(({ at }) => at >= brokenAt && at < endedAt)
  return {
    fault,
    gap: { start: gap.start - brokenAt, ms: gap.ms },
    orders: seen.orderedAt
      .map((at) => at - brokenAt)
      .filter((at) => at > -BEFORE_MS && at < endedAt - brokenAt),
    pages: {
      read: pages.length,
      failed: pages.filter(({ status }) => status !== 200).length,
      stale: pages.filter(({ isStale }) => isStale).length,
      slowestMs: Math.max(0, ...pages.map(({ ms }) => ms)),
    },
  }
}

/** HAProxy before the database, on a shop host or in this namespace. */
async function leadToDatabase(host: string): Promise<void> {
  await startDatabaseProxy(places, host, { isVisible: host === edge })
  // In its first seconds HAProxy takes every node for up.
  await wait(4000)
}

async function createDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(5000).replace(/haat$/, 'postgres') })
  await client.connect()
  await client.query('create database haat')
  await client.end()
}

async function startShop(name: string, address: string): Promise<void> {
  await leadToDatabase(name)
  const env = {
    ...process.env,
    HOST: address,
    PORT: '8000',
    DATA_DIR: join(folder, name, 'data'),
    DATABASE_URL: databaseUrl(5000),
    DATABASE_REPLICA_URL: databaseUrl(5001),
    AUTH_SECRET: 'a secret that both hosts know, of 40 chars',
    ADMIN_PASSWORD: 'correct-horse-9',
    PUBLIC_URL: `http://${entrance}`,
    TRUST_PROXY: entrance,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
  const command = testHost(run, name).command([process.execPath, join(root, 'start.mjs')])
  const isReady = async () => (await statusOf(`http://${address}:8000/readyz`)) === 200
  await startService(command, isReady, { env, cwd: root, maxStartMs: 120_000 })
}

/** The proxy that shoppers reach, with the file of `deploy/`; without TLS, which nothing here is about. */
async function startEntrance(): Promise<void> {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    replaced('deploy/haproxy.cfg', [
      ['  log /dev/log local0\n', ''],
      ['  user haproxy\n  group haproxy\n', ''],
      ['/run/haproxy/admin.sock', join(folder, 'admin.sock')],
      ['  bind :443 ssl crt /etc/haproxy/certs/ alpn h2,http/1.1\n', ''],
      ...withoutTls,
    ]),
  )
  await startService(['haproxy', '-db', '-f', file], () => accepts(80, entrance))
}

/** Reads some pages on each host, so that both have cached them. Returns their addresses. */
async function warmPages(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product where config_id = 1 and name <> 'Racer' order by id limit 5`.execute(db)
  const paths = ['/', '/products', ...rows.map(({ id }) => `/product-details/${id}`)]
  for (const address of shops)
    for (const path of paths) {
      // Under the name that shoppers use.
      const status = await statusOf(`http://${address}:8000${path}`, { host: entrance })
      if (status !== 200) throw new Error(`${path} answers ${status} at ${address}.`)
    }
  for (const path of [...paths, ...paths, ...paths, ...paths]) await statusOf(`http://${entrance}${path}`)
  return paths
}

/** The acknowledged orders, those that the database lacks, and how many orders it has. */
async function compareOrders(db: Database, { seen }: Load, productId: number) {
  // Before the question, because shoppers may still order.
  const promised = [...seen.orders.values()]
  const { rows } = await sql<{ number: string }>`
    select distinct o.number from shop_order o
      join order_line l on l.config_id = o.config_id and l.order_id = o.id
    where o.config_id = 1 and l.product_id = ${productId}`.execute(db)
  const stored = new Set(rows.map(({ number }) => number))
  return { promised, stored: stored.size, lost: promised.filter((number) => !stored.has(number)) }
}

/** Compares what shoppers were promised with what the database has. */
async function check(db: Database, load: Load, productId: number): Promise<string[]> {
  const { promised, stored, lost } = await compareOrders(db, load, productId)
  const { rows: stock } = await sql<{ taken: number }>`
    select (${STOCK} - available)::int as taken from stock_level
    where config_id = 1 and product_id = ${productId}`.execute(db)
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged orders are lost: ${lost.slice(0, 5).join()}`] : []),
    ...(new Set(promised).size < promised.length ? ['Two keys have the same order'] : []),
    // Each key was repeated until it was acknowledged, so every stored order belongs to one key.
    ...(stored > promised.length ? [`${stored - promised.length} orders are double`] : []),
    ...(stock[0]?.taken !== promised.length ? [`${stock[0]?.taken} units were taken`] : []),
  ]
}

function summarise(done: readonly Round[], { seen }: Load, problems: readonly string[]): void {
  const gaps = done.map(({ gap }) => gap.ms / 1000).sort((a, b) => a - b)
  const percentile = (part: number) => gaps[Math.min(gaps.length - 1, Math.ceil(part * gaps.length) - 1)] ?? 0
  const sum = (read: (round: Round) => number) => done.reduce((total, round) => total + read(round), 0)
  print(
    `${done.length} faults: ${seen.orders.size} orders acknowledged; time without orders median ${percentile(0.5).toFixed(1)} s, p95 ${percentile(0.95).toFixed(1)} s, longest ${percentile(1).toFixed(1)} s.`,
  )
  print(
    `Pages during the faults: ${sum(({ pages }) => pages.read)} read, ${sum(({ pages }) => pages.failed)} failed, ${sum(({ pages }) => pages.stale)} marked as from before.`,
  )
  for (const problem of problems) print(`PROBLEM: ${problem}`)
  if (problems.length === 0) print('No acknowledged order is lost, and none is double.')
}
