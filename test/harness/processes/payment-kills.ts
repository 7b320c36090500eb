import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/db/connect.ts'
import { randomNumbers } from '../data/catalog.ts'
import type { Goods } from '../data/goods.ts'
import { checkoutForm } from '../data/order.ts'
import { authSecret } from '../data/paid-order.ts'
import {
  fineMoods,
  type Message,
  type Mood,
  type PaymentServer,
} from '../services/payments/payment-server.ts'
import { startKillable, type KillableShop } from './killable-shop.ts'
import type { PaymentAccounts } from './payment-accounts.ts'

interface Options {
  db: Database
  databaseUrl: string
  goods: Goods
  servers: readonly PaymentServer[]
  accounts: PaymentAccounts
  orders: number
  /** How many orders live at a time. */
  atOnce: number
  /** How often one of the two processes is killed, and how long it lives. */
  kills: number
  lifeMs: number
  seed: number
}

/** What happens to an order. `deadline` ends its reservation. */
const lives = [
  'pays',
  'pays slowly',
  'pays at the deadline',
  'does not pay',
  'cancels, then pays',
  'pays, then cancels',
  'pays and cancels at once',
] as const
type Life = (typeof lives)[number]

/** An order that has lived. */
interface Lived {
  number: string
  life: Life
  server: PaymentServer
}

/**
 * Lets orders live at two processes of a shop, which both poll, take messages and are killed with SIGKILL, while the providers
 * fail now and then. Returns the orders when every payment and refund has come to its end.
 */
export async function payUnderKills(options: Options): Promise<Lived[]> {
  const { db, databaseUrl, servers, accounts, orders, atOnce, kills, lifeMs, seed } = options
  const random = randomNumbers(seed)
  const folder = await mkdtemp(join(tmpdir(), 'haat-payments-'))
  const env = {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: authSecret,
    RATE_LIMITS: 'off',
    PAYMENT_ACCOUNTS: JSON.stringify(accounts),
  }
  const start = () => startKillable(folder, env, 'test/harness/processes/payment-shop.ts')
  const shops: KillableShop[] = [start(), start()]
  const addresses = await Promise.all(shops.map(({ opened }) => opened))
  /** Posts until one of the processes answers, as shoppers and providers do. */
  async function post(path: string, body: object | Message, headers: Record<string, string> = {}) {
    const sent =
      'payload' in body
        ? { body: body.payload, headers: body.headers }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    for (;;) {
      try {
        const url = `${addresses[Math.floor(random() * addresses.length)]}/api/${path}`
        const answer = await fetch(url, { method: 'POST', ...sent })
        const text = await answer.text()
        const cookie = answer.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; ')
        if (answer.status < 500) return { status: answer.status, answer: JSON.parse(text) as Answer, cookie }
      } catch {
        // The process was killed.
      }
      await wait(10)
    }
  }
  const lived: Lived[] = []
  let isOver = false
  try {
    const killing = killAtTimes()
    const moods = changeMoods()
    await Promise.all(Array.from({ length: atOnce }, (_, lane) => liveInTurn(lane)))
    isOver = true
    await Promise.all([killing, moods])
    await settle(options, lived, post)
    return lived
  } finally {
    isOver = true
    await Promise.all(shops.map((shop) => shop.kill('node')))
    await rm(folder, { recursive: true, force: true })
  }

  async function killAtTimes() {
    for (let n = 0; n < kills && !isOver; n++) {
      await wait(lifeMs * (0.5 + random()))
      const which = n % shops.length
      await shops[which]!.kill('node')
      shops[which] = start()
      addresses[which] = await shops[which].opened
    }
  }

  async function changeMoods() {
    const failures: readonly Mood[] = ['down', 'dead', 'lost', 'nonsense']
    while (!isOver) {
      await wait(100)
      for (const { mood } of servers) {
        Object.assign(mood, fineMoods())
        const kinds = Object.keys(mood) as (keyof typeof mood)[]
        if (random() < 0.5)
          mood[kinds[Math.floor(random() * kinds.length)]!] =
            failures[Math.floor(random() * failures.length)]!
      }
    }
  }

  async function liveInTurn(lane: number) {
    for (let n = lane; n < orders; n += atOnce) {
      const server = servers[n % servers.length]!
      const life = lives[Math.floor(n / servers.length) % lives.length]!
      lived.push({ number: await liveOnce(n, server, life), life, server })
    }
  }

  async function liveOnce(index: number, server: PaymentServer, life: Life): Promise<string> {
    const productid = await options.goods.add(`Bowl ${index}`, { variants: [{ price: 100_000, stock: 5 }] })
    const items = [{ productid, quantity: 2 }]
    // The key of an order belongs to the visitor.
    const { cookie } = await post('cart/addToCart', { productid })
    const form = { ...checkoutForm, items, paymentMethod: server.provider.id }
    const placed = await post('orders', form, { cookie, 'idempotency-key': `life ${seed} ${index}` })
    const { number = '', accessToken = '', paymentUrl } = placed.answer.data ?? {}
    if (number === '') throw new Error(`The order was not placed: ${JSON.stringify(placed)}`)
    const which = { accessToken }
    for (let url = paymentUrl; !url; await wait(10))
      url = (await post(`orders/${number}/pay`, which)).answer.data?.paymentUrl
    const path = `payments/${server.provider.id}/webhook`
    const event = () => post(path, server.message('payment', number))
    const back = () => post(`orders/${number}/refresh`, which)
    const cancel = () => post(`orders/${number}/cancel`, which)
    const late = () =>
      db
        .updateTable('shop_order')
        .set({ reserved_until: new Date(Date.now() - 1000) })
        .where('number', '=', number)
        .execute()
    const pay = () => {
      // The shop may have closed the page.
      if (server.isOpen(number)) server.pay(number)
    }
    const steps: Record<Life, () => Promise<unknown>> = {
      pays() {
        pay()
        return Promise.all([event(), back(), event()])
      },
      async 'pays slowly'() {
        server.payLater(number)
        await event()
        await askAgain(number)
        await wait(50)
        settleAt(server, number)
        await Promise.all([event(), back()])
      },
      async 'pays at the deadline'() {
        await Promise.all([late(), askAgain(number), Promise.resolve().then(pay)])
        await event()
      },
      async 'does not pay'() {
        await back()
        await late()
        await askAgain(number)
      },
      async 'cancels, then pays'() {
        await cancel()
        pay()
        await event()
      },
      async 'pays, then cancels'() {
        pay()
        await event()
        await cancel()
      },
      'pays and cancels at once'() {
        pay()
        return Promise.all([event(), cancel(), back()])
      },
    }
    await steps[life]()
    return number
  }

  async function askAgain(number: string) {
    await db
      .updateTable('payment')
      .set({ next_poll_at: new Date(0) })
      .where('order_id', 'in', (part) =>
        part.selectFrom('shop_order').select('id').where('number', '=', number),
      )
      .where('next_poll_at', 'is not', null)
      .execute()
  }
}

interface Answer {
  data?: { number?: string; accessToken?: string; paymentUrl?: string | null }
}

/** The slow bank pays, if the shop has taken what the shopper approved. */
function settleAt(server: PaymentServer, number: string): void {
  try {
    server.settle(number, true)
  } catch {
    // Nothing was captured yet: the bank decides at the capture.
  }
}

/** Waits until every payment of an order that nobody waits for has ended, and every refund is sent. Providers repeat messages. */
async function settle(
  { db, servers }: Options,
  lived: readonly Lived[],
  post: (path: string, message: Message) => Promise<unknown>,
): Promise<void> {
  for (const { mood } of servers) Object.assign(mood, fineMoods())
  const deadline = Date.now() + 60_000
  for (;;) {
    for (const { number, server, life } of lived) {
      if (life === 'pays slowly') settleAt(server, number)
      await post(`payments/${server.provider.id}/webhook`, server.message('payment', number))
    }
    await db
      .updateTable('payment')
      .set({ next_poll_at: new Date(0) })
      .where('next_poll_at', 'is not', null)
      .execute()
    await db
      .updateTable('refund')
      .set({ due_at: new Date(0) })
      .where('status', '=', 'waiting')
      .execute()
    await wait(500)
    const open = await db
      .selectFrom('payment as p')
      .innerJoin('shop_order as o', (on) =>
        on.onRef('o.config_id', '=', 'p.config_id').onRef('o.id', '=', 'p.order_id'),
      )
      .select('o.number')
      .where('p.status', '=', 'waiting')
      .execute()
    const sending = await db.selectFrom('refund').select('id').where('status', '=', 'waiting').execute()
    if (open.length === 0 && sending.length === 0) return
    if (Date.now() > deadline)
      throw new Error(`${open.length} payments and ${sending.length} refunds did not end`)
    // A page that the shop can't close reaches its end.
    for (const { number } of open) {
      const { server } = lived.find((one) => one.number === number)!
      if (!server.closesPages && server.isOpen(number)) server.expire(number)
    }
  }
}
