import { expect, test } from 'vitest'
import type { Costs } from './costs.ts'
import { mixedSequence, withRenders } from './mix.ts'
import { defaults, predict, processorTime, renderedShare, workOfAnOrder } from './model.ts'
import { units, type Cost, type Unit } from './units.ts'

const nothing: Cost = {
  shopMs: 0,
  databaseMs: 0,
  walBytes: 0,
  writtenBytes: 0,
  storedBytes: 0,
  sentBytes: 0,
  misses: 0,
}

/** Costs nothing except where given. */
const costs = (given: Partial<Record<Unit, Partial<Cost>>> = {}, more: Partial<Costs> = {}): Costs => ({
  date: '2026-01-01',
  commit: 'none',
  processor: 'one',
  node: '24',
  products: 1000,
  units: Object.fromEntries(units.map((unit) => [unit, { ...nothing, ...given[unit] }])) as Costs['units'],
  idle: { shopMs: 0, databaseMs: 0 },
  memory: { process: 2e8, database: 1e8, cachedPage: 1e4 },
  databaseBytesPerProduct: 1e4,
  anotherShop: { shopMs: 0, databaseMs: 0, databaseBytes: 0, processBytes: 0 },
  ...more,
})

/** One order a second in the busiest hour, and nothing beside it. */
const oneASecond = { ...defaults, visitsPerOrder: 1e-9, uploadsPerOrder: 1e-9, peakFactor: 1 }
const DAY = 86_400

test('the work of an order follows from its visits', () => {
  expect(workOfAnOrder({ ...defaults, visitsPerOrder: 10, pagesPerVisit: 4, rendered: 0.25 })).toMatchObject({
    order: 1,
    page: 30,
    render: 10,
    visit: 10,
    file: 240,
  })
})

test('processors follow from the time per unit and the use', () => {
  const { busy, cores, processes, step } = predict(
    costs({ order: { shopMs: 1500, databaseMs: 500 } }),
    DAY,
    oneASecond,
  )
  expect(busy.shop).toBeCloseTo(1.5)
  expect(busy.database).toBeCloseTo(0.5)
  expect({ cores, processes, step }).toEqual({ cores: { shop: 3, database: 1 }, processes: 3, step: 2 })
})

test('the peak and the number of orders scale the work, but not what idle processes use', () => {
  const of = costs({ order: { shopMs: 10 } }, { idle: { shopMs: 20, databaseMs: 5 } })
  expect(predict(of, DAY, oneASecond).busy).toEqual({ shop: 0.03, database: 0.005 })
  expect(predict(of, DAY, { ...oneASecond, peakFactor: 4 }).busy.shop).toBeCloseTo(0.06)
  expect(processorTime(of, { order: 3 }, 2)).toEqual({ shopMs: 70, databaseMs: 10 })
})

test('the step follows the machines', () => {
  const of = (shopMs: number, databaseMs: number) =>
    predict(costs({ order: { shopMs, databaseMs } }), DAY, oneASecond)
  expect(of(100, 100)).toMatchObject({ step: 1, hosts: 1 })
  expect(of(2000, 100)).toMatchObject({ step: 2, hosts: 1, processes: 4 })
  expect(of(9000, 100)).toMatchObject({ step: 3, hosts: 3, processes: 15 })
  expect(of(9000, 30_000)).toMatchObject({ step: 4 })
})

test('data, traffic and the price grow with the orders', () => {
  const of = costs({ order: { storedBytes: 5000, sentBytes: 1e6 } })
  const small = predict(of, 1000)
  const large = predict(of, 10_000)
  expect(small.diskGBaYear).toBeCloseTo((1000 * 365 * 5000) / 1e9)
  expect(large.diskGBaYear).toBeCloseTo(10 * small.diskGBaYear)
  expect(large.sentGBaMonth).toBeCloseTo(300)
  expect(large.peak.sentMbit).toBeCloseTo((10_000 / DAY) * 3 * 8)
  expect(large.price).toBeGreaterThan(small.price)
})

test('each further shop adds rows, memory of each process, and idle work', () => {
  const of = costs(
    { order: { shopMs: 1000 } },
    { anotherShop: { shopMs: 0.1, databaseMs: 0.2, databaseBytes: 1e5, processBytes: 1e4 } },
  )
  const one = predict(of, DAY, oneASecond)
  const many = predict(of, DAY, { ...oneASecond, shops: 1001 })
  expect(many.busy.shop - one.busy.shop).toBeCloseTo(0.1)
  expect(many.busy.database - one.busy.database).toBeCloseTo(0.2)
  expect(many.diskGB - one.diskGB).toBeCloseTo(0.1 + 1000 * 1000 * 1e-5)
  expect(many.memoryGB).toBeGreaterThan(one.memoryGB)
})

test('pages of many shops do not fit into the cache of a process', () => {
  const of = costs()
  const at = (shops: number) => renderedShare(of, { ...defaults, shops, hotPages: 20, rendered: 0.05 })
  expect(at(1)).toBeCloseTo(0.05)
  expect(at(100)).toBeCloseTo(0.05)
  expect(at(1000)).toBeCloseTo(1 - (0.95 * 32 * 1024 * 1024) / (1000 * 20 * 1e4))
})

test('the mix has the shares of the model, in each stretch', () => {
  const perOrder = workOfAnOrder(defaults)
  const mix = mixedSequence(perOrder)
  const counts: Partial<Record<Unit, number>> = {}
  for (let turn = 0; turn < mix.perOrder * 10; turn += 1) {
    const unit = mix.next()
    counts[unit] = (counts[unit] ?? 0) + 1
  }
  expect(counts.upload).toBeUndefined()
  for (const unit of units.filter((each) => each !== 'upload'))
    expect(Math.abs((counts[unit] ?? 0) - 10 * (perOrder[unit] ?? 0))).toBeLessThanOrEqual(2)
})

test('look-ups that found nothing count as rendered pages', () => {
  const { units: of } = costs({ render: { misses: 2 }, search: { misses: 1 } })
  const counts = { page: 100, render: 10, search: 5 }
  expect(withRenders(counts, 25, of)).toEqual(counts)
  expect(withRenders(counts, 31, of)).toEqual({ page: 97, render: 13, search: 5 })
  expect(withRenders(counts, 20, of)).toEqual(counts)
})
