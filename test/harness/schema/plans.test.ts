import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { connect } from '#server/db/connect.ts'
import { testApp } from '../app/app.ts'
import { seedCatalog } from '../data/catalog.ts'
import { fillShop } from '../data/fill-shop.ts'
import { findWholeReads, type ListCall } from './list-calls.ts'
import { findSubjects, type Subjects } from './list-subjects.ts'
import { tablesByShop } from './shop-tables.ts'
import { openPlanner, recordReads, type Planner } from './plans.ts'
import { shopListCalls } from './shop-list-calls.ts'
import { staffListCalls } from './staff-list-calls.ts'

/** Tables that stay small in any shop: shops and hosts, and a sequence and a lease, which have one row. */
const small = new Set(['shop', 'shop_host', 'event_id_seq', 'job_lease'])

const recorder = recordReads({ eachOnce: true })
const { app, db, url, stop } = await testApp({ onStatement: recorder.log })
let planner: Planner
let subjects: Subjects
let calls: ListCall[]

beforeAll(async () => {
  const filling = connect(url, { max: 1, limits: false })
  await seedCatalog(filling, 1, 60)
  await fillShop(filling, 60)
  await filling.destroy()
  planner = await openPlanner(url, { enable_seqscan: 'off' })
  subjects = await findSubjects(db)
  calls = [...shopListCalls(subjects), ...staffListCalls(subjects)]
}, 60_000)
afterAll(async () => {
  await planner.close()
  await stop()
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Reads with POST and without `cache`. */
const reading = ['POST cart/getcarts', 'POST wishlist/getwishlist', 'POST admin/collections/preview']

/** A file that only a job writes, and reads with the queries of `GET admin/orders/:number` and `GET orders/:number/returns`. */
const fileReads = [
  'GET admin/archives/:id/file',
  'GET admin/orders/:number/shipments/:id/packing-slip',
  'GET admin/orders/:number/labels/:id/pdf',
  'GET admin/returns/:id',
  'GET admin/returns/:id/label',
  'GET orders/:number/returns/:id/label',
  'GET orders/:number/pro-forma',
  'GET admin/orders/:number/credit-notes/:serial',
  'GET orders/:number/credit-notes/:serial',
]

it('covers every read call', () => {
  const promised = endpoints
    .filter((endpoint) => endpoint.method === 'GET' || endpoint.cache || reading.includes(nameOf(endpoint)))
    .map(nameOf)
    .filter((name) => !fileReads.includes(name))
  expect([...new Set(calls.map(({ endpoint }) => nameOf(endpoint)))].sort()).toEqual(promised.sort())
})

/** All calls, made once for both tests. */
let reads: Awaited<ReturnType<typeof findWholeReads>>
beforeAll(async () => {
  const grows = (table: string) => !small.has(table)
  reads = await findWholeReads(
    { app, db, recorder, planner },
    subjects,
    calls,
    grows,
    // Each process knows all shops, with one statement.
    new Set([...(await tablesByShop(db))].filter((table) => table !== 'shop')),
  )
}, 60_000)

// With sequential scans disabled, a remaining scan means that no index fits. `npm run test:stress -- plans` checks
// with real costs and many rows.
it('finds an index for every statement', () => {
  expect(reads.statements).toBeGreaterThan(200)
  expect(reads.found).toEqual([])
})

it('reads each table of a shop by the shop', () => {
  expect(reads.withoutShop).toEqual([])
})
