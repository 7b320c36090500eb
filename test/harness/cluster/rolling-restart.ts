import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { startSteadyClient, steadily } from '../../../bench/load/steady.ts'
import type { BenchRequest } from '../../../bench/load/request.ts'
import { createDatabase, startTestServer } from '../app/database-server.ts'
import { freePort } from '../app/free-port.ts'
import { checkoutForm } from '../data/order.ts'
import { proxyFiles } from '../deploy/proxy-files.ts'
import { startProxy } from '../deploy/start-proxy.ts'
import { startKillable, type KillableShop } from '../processes/killable-shop.ts'
import { addProducts } from '../processes/order-races.ts'

/** A checkout of the shop that hosts run. */
export interface Version {
  name: string
  root: string
  /** It has the setting DRAIN_SECONDS. */
  drains: boolean
}

export interface RollingResult {
  /** The number of answers per status. */
  statuses: Record<number, number>
  /** Orders that were answered with 201, and those in the database. */
  orders: { acknowledged: number; stored: number }
}

interface Options {
  /** The path of HAProxy. */
  program: string
  /** Requests per second. */
  rate: number
  /** What the hosts run at first, and after each round of restarts. */
  versions: readonly Version[]
}

/** HAProxy notices within two checks of a second that a host leaves; more on a busy machine. */
const DRAIN_SECONDS = 6
/** Before and after each restart. */
const PAUSE_MS = 2000
const CHUNK_SECONDS = 2

/**
 * Two hosts behind `deploy/haproxy.cfg` under a steady load of pages, searches and orders, while one after the other is
 * stopped with SIGTERM and started with the next version. Throws if a request gets no answer.
 */
export async function restartInTurn({ program, rate, versions }: Options): Promise<RollingResult> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-rolling-'))
  const server = await startTestServer()
  // Without tables: the first version creates them.
  const databaseUrl = await createDatabase(server.serverUrl, server.template)
  const ports = [await freePort(), await freePort()]
  const [port, plainPort] = [await freePort(), await freePort()]
  const hosts: KillableShop[] = []
  const client = startSteadyClient()
  const db = connect(databaseUrl, { max: 2 })

  const start = async (place: number, { root }: Version) => {
    const settings = {
      PORT: String(ports[place]),
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: 'a secret that all hosts of the test share',
      PUBLIC_URL: `http://127.0.0.1:${plainPort}`,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS: 'off',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    }
    const host = startKillable(join(folder, `host${place}`), settings, join(root, 'server/main.ts'))
    hosts[place] = host
    await host.opened
  }
  try {
    await mkdir(join(folder, 'uploads'))
    for (const place of [0, 1]) {
      await mkdir(join(folder, `host${place}`))
      await symlink(join(folder, 'uploads'), join(folder, `host${place}`, 'uploads'))
    }
    const [first, ...next] = versions
    const haproxy = proxyFiles.find(({ name }) => name === 'haproxy')
    if (!first || !haproxy) throw new Error('There is nothing to run')
    for (const place of [0, 1]) await start(place, first)
    const shops = [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`] as const
    const proxy = await startProxy(program, haproxy, {
      folder,
      port,
      plainPort,
      shops: [...shops],
      isPlain: true,
    })
    try {
      const [productId = 0] = await addProducts(db, 1, 1_000_000)
      const restarts = async () => {
        let current = first
        for (const version of next) {
          for (const place of [0, 1]) {
            await wait(PAUSE_MS)
            if (!current.drains) await setState(join(folder, 'admin.sock'), place, 'drain')
            await hosts[place]?.stop()
            await start(place, version)
            if (!current.drains) await setState(join(folder, 'admin.sock'), place, 'ready')
            await wait(PAUSE_MS)
          }
          current = version
        }
      }
      const statuses = await loadUntil(restarts(), async () => {
        const requests = steadily(mixOf(productId, rate * CHUNK_SECONDS * 2))
        return (await client.order({ port: plainPort, requests, rate, seconds: CHUNK_SECONDS })).statuses
      })
      const { rows } = await sql<{ stored: number }>`
        select count(*)::int as stored from order_line where product_id = ${productId}`.execute(db)
      return { statuses, orders: { acknowledged: statuses[201] ?? 0, stored: rows[0]?.stored ?? 0 } }
    } finally {
      await proxy.stop()
    }
  } finally {
    client.stop()
    await db.destroy()
    for (const host of hosts) await host.kill('everything')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tells HAProxy to send a host no more requests, or to use it again, and waits for the requests under way. */
async function setState(socketFile: string, place: number, state: 'drain' | 'ready'): Promise<void> {
  for (const backend of ['shop', 'shop_not_ready']) {
    const socket = connectSocket(socketFile)
    socket.end(`set server ${backend}/shop${place + 1} state ${state}\n`)
    socket.resume()
    await once(socket, 'close')
  }
  await wait(PAUSE_MS)
}

/** Loads again and again until the work is done. Returns the answers of all loads. */
async function loadUntil(
  work: Promise<void>,
  load: () => Promise<Record<number, number>>,
): Promise<Record<number, number>> {
  const sums: Record<number, number> = {}
  let isDone = false
  const end = () => void (isDone = true)
  work.then(end, end)
  do {
    for (const [status, count] of Object.entries(await load()))
      sums[Number(status)] = (sums[Number(status)] ?? 0) + count
  } while (!isDone)
  await work
  return sums
}

/** Pages, searches, carts and orders, each order with a key of its own. */
function mixOf(productId: number, count: number): BenchRequest[] {
  const cycle: ((n: number) => BenchRequest)[] = [
    () => ({ method: 'GET', path: '/' }),
    () => ({ method: 'GET', path: '/products' }),
    () => ({ method: 'GET', path: '/product-details/1' }),
    (n) => ({ method: 'GET', path: `/products?min=${n % 500}` }),
    () => ({ method: 'GET', path: '/api/shop' }),
    () => ({ method: 'GET', path: '/product-details/2' }),
    () => ({ method: 'POST', path: '/api/cart/getcarts', json: {} }),
    () => ({ method: 'GET', path: '/' }),
    () => ({ method: 'GET', path: '/products' }),
    () => ({
      method: 'POST',
      path: '/api/orders',
      headers: { 'idempotency-key': randomUUID() },
      json: { ...checkoutForm, items: [{ productid: productId }] },
    }),
  ]
  return Array.from({ length: count }, (_, n) => (cycle[n % cycle.length] as (n: number) => BenchRequest)(n))
}
