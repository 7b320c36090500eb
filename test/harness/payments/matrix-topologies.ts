import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import { expireOrders } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '../app/app.ts'
import { makeGoods } from '../data/goods.ts'
import { authSecret, type PaymentJobs } from '../data/paid-order.ts'
import { storeSettings } from '../data/settings.ts'
import { staffWith } from '../people/account.ts'
import { startMatrixProcesses, type KillPoint } from '../processes/matrix-processes.ts'
import type { PaymentAccounts } from '../processes/payment-accounts.ts'
import { fineMoods, type PaymentServer } from '../services/payments/payment-server.ts'
import { endOf, type PaymentRow, type ProviderId } from './payment-row.ts'
import { runRow } from './run-row.ts'
import { runUpiCell, upiProblem } from './upi-cells.ts'

export const topologies = ['one process', 'two processes', 'kill in between'] as const
export type Topology = (typeof topologies)[number]

/** The result of a row at a provider in a topology. */
export interface Cell {
  result: 'ok' | 'failed' | 'cannot'
  /** Why it failed or cannot happen, or where a process was killed. */
  note: string
  /** The calls among which one can be killed. */
  calls: number
}

interface Setting {
  topology: Topology
  db: Database
  url: string
  /** Undefined: plain UPI. */
  server: PaymentServer | undefined
  accounts: PaymentAccounts
}

/** Opens a shop in a topology, with one way to pay. */
export async function openTopology({ topology, db, url, server, accounts }: Setting) {
  await db
    .updateTable('shop')
    .set({ currency: server?.currency ?? 'INR' })
    .execute()
  const goods = await makeGoods(db)
  await storeSettings(db, { 'payment.upi': server === undefined, 'payment.upi_id': 'shop@upi' })
  const provider = (server?.provider.id ?? 'razorpay') as ProviderId
  const shop =
    topology === 'one process'
      ? await openHere(db, url, server)
      : await openProcesses(url, accounts, provider)
  const { browser: staff } = await staffWith(db, shop.app, ['orders', 'refunds'])
  const { app, jobs } = shop

  const work = (row: PaymentRow): (() => Promise<void>) | string => {
    if (server === undefined)
      return upiProblem(row) ?? (() => runUpiCell({ app, db, goods, staff, expire: shop.expire }, row.name))
    const end = endOf(row, server.provider.id)
    if (!end) return row.unless ?? 'the page or the money of this provider works otherwise'
    return () => runRow({ app, db, goods, server, staff, ...(jobs && { jobs }) }, row, end)
  }

  /** Runs a row, with a process killed at the point. */
  async function attempt(doing: () => Promise<void>, point: KillPoint | undefined): Promise<Cell> {
    shop.watch(point)
    const failure = await doing().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (server) Object.assign(server.mood, fineMoods())
    const { calls, sent, killed } = shop.seen()
    const where =
      point &&
      `${killed ? 'killed' : 'not killed'} ${point.when === 'working' ? 'at' : point.when} call ${point.call}`
    if (failure === undefined) return { result: 'ok', note: where ?? '', calls: server ? calls : sent }
    const note = [failure.replaceAll(/\s+/g, ' '), where].filter(Boolean).join('; ')
    return { result: 'failed', note, calls }
  }

  return {
    /** Runs a cell. `callsBefore`: how many calls it makes where nothing is killed. */
    async runCell(row: PaymentRow, index: number, callsBefore: number): Promise<Cell> {
      const doing = work(row)
      if (typeof doing === 'string') return { result: 'cannot', note: doing, calls: 0 }
      if (topology !== 'kill in between') return attempt(doing, undefined)
      const point = pointOf(index, callsBefore, server)
      const cell = await attempt(doing, point)
      // Calls at once may be fewer than before.
      if (cell.result !== 'ok' || shop.seen().killed) return cell
      return attempt(doing, { ...point, call: 1 })
    },
    stop: shop.stop,
  }
}

/** Another call of the row is the point for each row, before the provider hears of it or after it has answered. */
function pointOf(index: number, calls: number, server: PaymentServer | undefined): KillPoint {
  const call = 1 + (index % Math.max(1, calls))
  if (!server) return { call, when: 'working' }
  return { call, when: index % 2 === 0 ? 'before' : 'after' }
}

interface OpenShop {
  app: FastifyInstance
  jobs: PaymentJobs | undefined
  expire(): Promise<unknown>
  watch(point?: KillPoint): void
  seen(): { calls: number; sent: number; killed: boolean }
  stop(): Promise<void>
}

async function openHere(db: Database, url: string, server: PaymentServer | undefined): Promise<OpenShop> {
  const { app, stop } = await testApp({
    database: async () => ({ db, url, drop: async () => {} }),
    online: server ? [server.provider] : [],
    env: { RATE_LIMITS: 'off', AUTH_SECRET: authSecret },
  })
  return {
    app,
    jobs: undefined,
    expire: () => expireOrders(db, keyedHash(authSecret)),
    watch: () => {},
    seen: () => ({ calls: 0, sent: 0, killed: false }),
    stop,
  }
}

async function openProcesses(
  url: string,
  accounts: PaymentAccounts,
  provider: ProviderId,
): Promise<OpenShop> {
  const processes = await startMatrixProcesses(url, accounts, provider)
  return { ...processes, expire: processes.jobs.expire }
}
