import { findPages } from '../shops/catalog.ts'
import { openSequentialClient } from '../load/one-by-one.ts'
import { askFor, wire, type BenchRequest } from '../load/request.ts'
import { startSteadyClient, steadily, type SteadyResult } from '../load/steady.ts'
import type { Options } from '../options.ts'
import { pin, processorSeconds } from '../processes.ts'
import { judge, milliseconds, times, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { median, quantile } from '../report/statistics.ts'

const accounts = 20
/** Page requests per second, with and without sign-ins. */
const pageRate = 200
/** Sign-ins per second. */
const signInRate = 200
const password = 'a long bench password'

const signIn = (index: number): BenchRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  json: { email: `signin${index}@example.com`, password },
})

async function register({ port }: Shop) {
  for (let index = 0; index < accounts; index += 1) {
    const email = `signin${index}@example.com`
    const json = { fullName: 'Customer', gender: 1, email, password, confirmpassword: password }
    await askFor(200, port, { method: 'POST', path: '/api/auth/register', json })
  }
}

/** The cost of a sign-in, and its effect on page times. */
export async function measureSignin(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  await register(shop)
  return [await measureOne(shop, options), await measurePagesBeside(shop, options)]
}

async function measureOne(shop: Shop, { lists: count }: Options): Promise<Row> {
  const client = await openSequentialClient(shop.port)
  const took: number[] = []
  const before = processorSeconds(shop.pid)
  for (let index = 0; index < count; index += 1)
    took.push(await client.time(wire(signIn(index % accounts), shop.port)))
  const cost = ((processorSeconds(shop.pid) - before) / count) * 1000
  client.close()
  return {
    what: 'Sign-in',
    measured: milliseconds(median(took)),
    how: [
      `median of ${count} one after another, p95 ${milliseconds(quantile(took, 0.95))}`,
      `${milliseconds(cost)} of processor time each, the database aside`,
    ].join('; '),
  }
}

async function measurePagesBeside(shop: Shop, options: Options): Promise<Row> {
  const { rounds, turn } = options
  const { port } = shop
  const { home, categories, products } = await findPages(port)
  const pages = [home, ...categories, ...products].map((path): BenchRequest => ({ method: 'GET', path }))
  for (const page of pages) await askFor(200, port, page)
  const [looking, signing] = [startSteadyClient(), startSteadyClient()]
  for (const { pid } of [looking, signing]) pin(pid, 'client')
  pin(shop.pid, 'server')
  const look = { port, requests: steadily(pages), rate: pageRate, seconds: 2 * turn }
  const logins = steadily(Array.from({ length: accounts }, (_, index) => signIn(index)))
  const sign = { port, requests: logins, rate: signInRate, seconds: 2 * turn }
  const calm: number[] = []
  const beside: number[] = []
  const statuses: Record<string, number> = {}
  try {
    await looking.order(look)
    for (let round = 0; round < rounds; round += 1) {
      calm.push(...answered(await looking.order(look)))
      const [pagesBeside, signed] = await Promise.all([looking.order(look), signing.order(sign)])
      beside.push(...answered(pagesBeside))
      for (const [status, count] of Object.entries(signed.statuses))
        statuses[status] = (statuses[status] ?? 0) + count
    }
  } finally {
    looking.stop()
    signing.stop()
    pin(shop.pid, 'any')
  }
  const { 200: done = 0, 429: refused = 0, ...others } = statuses
  if (Object.keys(others).length > 0) throw new Error(`Sign-ins were answered ${JSON.stringify(others)}`)
  const p99 = { calm: quantile(calm, 0.99), beside: quantile(beside, 0.99) }
  return {
    what: `Pages while ${signInRate} sign-ins a second arrive`,
    ...judge(p99.beside / p99.calm, { atMost: 2 }, times),
    how: [
      `of their p99 without them: ${milliseconds(p99.beside)} against ${milliseconds(p99.calm)}`,
      `median ${milliseconds(median(beside))} against ${milliseconds(median(calm))}`,
      `${pageRate} pages a second, ${rounds} rounds of ${2 * turn} s each way`,
      `${done} sign-ins done, ${refused} refused (429)`,
    ].join('; '),
  }
}

/** Page times; every request must succeed. */
function answered({ took, statuses }: SteadyResult): number[] {
  if (statuses[200] !== took.length) throw new Error(`Pages were answered ${JSON.stringify(statuses)}`)
  return took
}
