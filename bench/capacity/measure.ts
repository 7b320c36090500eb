import { cpus } from 'node:os'
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { addShop } from '#server/modules/shop/index.ts'
import { commitOfCheckout } from '../report/checkout.ts'
import { askFor } from '../load/request.ts'
import { databaseOf } from '../shops/customers.ts'
import { makePhotos, untilMade, uploadPhoto } from '../shops/photos.ts'
import { admitStaff } from '../shops/staff.ts'
import type { Shop } from '../shops/shop.ts'
import type { Costs } from './costs.ts'
import { difference, idle, load } from './load.ts'
import { openMeter, type Meter } from './meter.ts'
import { mixedSequence } from './mix.ts'
import { defaults, workOfAnOrder } from './model.ts'
import { prepareTraffic, type Traffic } from './traffic.ts'
import { units, type Cost, type Unit } from './units.ts'

type Requested = Exclude<Unit, 'upload'>

/** Requests a second, and for how many seconds. Few enough that half a processor is free. */
const loads: Record<Requested, [rate: number, seconds: number]> = {
  page: [200, 6],
  render: [12, 10],
  search: [8, 9],
  suggestion: [25, 6],
  visitorCall: [100, 6],
  visit: [60, 4],
  cartAdd: [40, 5],
  signIn: [15, 4],
  order: [12, 10],
  file: [200, 5],
}
/** Node compiles code for speed only once it has run often. */
const WARM_UP = { all: { rate: 20, seconds: 8 }, mix: { rate: 150, seconds: 12 } }
const IDLE_MS = 8000
/** Indexing and cleanup after the warm-up are part of no unit. Two idle times that agree show that they are over. */
const SETTLED = { withinShare: 0.3, maxTries: 8 }
const UPLOADS = 3
const MORE_SHOPS = 100

/** Runs each kind of work alone on a shop and measures what one unit costs. */
export async function measure(shop: Shop, products: number): Promise<Costs> {
  // Files may change during the run.
  const commit = commitOfCheckout()?.hash ?? 'uncommitted'
  const meter = openMeter(shop)
  try {
    const databaseAtStart = (await meter.read()).storedBytes
    const traffic = await prepareTraffic(shop)
    await warmUp(shop, meter, traffic)
    const calm = await settle(meter)
    const idleCost = { shopMs: calm.shopMs / calm.seconds, databaseMs: calm.databaseMs / calm.seconds }
    const costs: Partial<Record<Unit, Cost>> = {}
    for (const unit of units)
      costs[unit] =
        unit === 'upload'
          ? await measureUploads(shop, meter, idleCost)
          : await measureUnit(shop, meter, traffic, unit, idleCost)
    const { process, database, cacheBytes, cacheEntries } = await meter.memory()
    const memory = { process, database, cachedPage: cacheBytes / cacheEntries }
    return {
      date: new Date().toISOString().slice(0, 10),
      commit,
      processor: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
      node: globalThis.process.versions.node,
      products,
      units: costs as Record<Unit, Cost>,
      idle: idleCost,
      memory,
      databaseBytesPerProduct: databaseAtStart / products,
      anotherShop: await measureShops(shop, meter, idleCost),
    }
  } finally {
    await meter.close()
  }
}

/** Each kind a little, then the mix of the model. A new shop makes the sizes of its images before. */
export async function warmUp(shop: Shop, meter: Meter, traffic: Traffic): Promise<void> {
  await untilMade(shop)
  const requested = units.filter((unit) => unit !== 'upload')
  let turn = 0
  const make = () => traffic.next(requested[(turn += 1) % requested.length] as Requested)
  await load(shop, meter, { make, ...WARM_UP.all })
  const mix = mixedSequence(workOfAnOrder(defaults))
  await load(shop, meter, { make: () => traffic.next(mix.next()), ...WARM_UP.mix })
}

/** Waits until the shop does the same in two idle times, one after the other. Returns the later one. */
async function settle(meter: Meter): ReturnType<typeof idle> {
  let before = await idle(meter, IDLE_MS)
  for (let tries = 0; tries < SETTLED.maxTries; tries++) {
    const now = await idle(meter, IDLE_MS)
    const [total, last] = [now, before].map(({ shopMs, databaseMs }) => shopMs + databaseMs) as [
      number,
      number,
    ]
    if (Math.abs(total - last) <= SETTLED.withinShare * last) return now
    before = now
  }
  return before
}

async function measureUnit(
  shop: Shop,
  meter: Meter,
  traffic: Traffic,
  unit: Requested,
  idleCost: Costs['idle'],
): Promise<Cost> {
  const [rate, seconds] = loads[unit]
  const used = await load(shop, meter, { make: () => traffic.next(unit), rate, seconds })
  console.error(`${unit}: ${used.count} in ${used.seconds.toFixed(0)} s`)
  return perUnit(used, used.count, idleCost)
}

async function measureUploads(shop: Shop, meter: Meter, idleCost: Costs['idle']): Promise<Cost> {
  const cookie = await admitStaff(shop)
  const photos = await makePhotos(UPLOADS)
  const before = await meter.read()
  for (const photo of photos) await uploadPhoto(shop, cookie, photo)
  await untilMade(shop)
  const used = difference(before, await meter.read())
  return perUnit({ ...used, sentBytes: 0 }, UPLOADS, idleCost)
}

function perUnit(
  { seconds, ...used }: Cost & { seconds: number },
  count: number,
  { shopMs, databaseMs }: Costs['idle'],
): Cost {
  const each = (value: number) => Math.max(0, value) / count
  return {
    shopMs: each(used.shopMs - shopMs * seconds),
    databaseMs: each(used.databaseMs - databaseMs * seconds),
    walBytes: each(used.walBytes),
    writtenBytes: each(used.writtenBytes),
    storedBytes: each(used.storedBytes),
    sentBytes: each(used.sentBytes),
    misses: each(used.misses),
  }
}

/** Adds shops without products, and shows the home page of each once. */
async function measureShops(
  shop: Shop,
  meter: Meter,
  idleCost: Costs['idle'],
): Promise<Costs['anotherShop']> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  try {
    const [before, memory] = [await meter.read(), await meter.memory()]
    const hosts = Array.from({ length: MORE_SHOPS }, (_, index) => `shop${index}.example`)
    for (const host of hosts) await addShop(db, { name: host, host })
    const later = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(db)
    for (const host of hosts) await askFor(200, shop.port, { method: 'GET', path: '/', headers: { host } })
    const calm = await idle(meter, IDLE_MS)
    const each = (value: number) => Math.max(0, value) / MORE_SHOPS
    return {
      shopMs: each(calm.shopMs / calm.seconds - idleCost.shopMs),
      databaseMs: each(calm.databaseMs / calm.seconds - idleCost.databaseMs),
      databaseBytes: each(Number(later.rows[0]?.size) - before.storedBytes),
      processBytes: each((await meter.memory()).process - memory.process),
    }
  } finally {
    await db.destroy()
  }
}
