import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { connect } from '#server/db/connect.ts'
import { testApp } from './app.ts'
import { seedCatalogue } from './catalogue.ts'
import { fillShop } from './crowd.ts'
import { findWholeReads, type ListCall } from './list-calls.ts'
import { findSubjects, type Subjects } from './list-subjects.ts'
import { openPlanner, recordReads, type Planner } from './plans.ts'
import { shopListCalls } from './shop-list-calls.ts'
import { staffListCalls } from './staff-list-calls.ts'

/** Tables that have few rows however large a shop is: the shops of an installation and their hosts. */
const small = new Set(['shop', 'shop_host'])

const recorder = recordReads({ eachOnce: true })
const { app, db, url, stop } = await testApp({ heard: recorder.log })
let planner: Planner
let subjects: Subjects
let calls: ListCall[]

beforeAll(async () => {
  const filling = connect(url, { max: 1, limits: false })
  await seedCatalogue(filling, 1, 60)
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

/** Reads that are asked for with POST, and have no `cache`. */
const reading = ['POST cart/getcarts', 'POST wishlist/getwishlist', 'POST admin/collections/preview']

it('knows every call that reads', () => {
  const promised = endpoints
    .filter((endpoint) => endpoint.method === 'GET' || endpoint.cache || reading.includes(nameOf(endpoint)))
    .map(nameOf)
  expect([...new Set(calls.map(({ endpoint }) => nameOf(endpoint)))].sort()).toEqual(promised.sort())
})

// Without sequential scans, one that is left means that no index leads to the rows at all. Whether an index is also worth
// using depends on how many rows there are: `npm run test:long -- plans` asks that.
it('finds an index for each statement of each of them', async () => {
  const { found, statements } = await findWholeReads(
    { app, db, recorder, planner },
    subjects,
    calls,
    (table) => !small.has(table),
  )
  expect(statements).toBeGreaterThan(200)
  expect(found).toEqual([])
}, 60_000)
