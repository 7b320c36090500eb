import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { applyImport, getImport, undoImport, uploadImport } from '#contract/imports/import.ts'
import { auditSubjects } from '#server/audit-subjects.ts'
import { importJobs } from '#server/modules/imports/index.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { shopifyFile } from '#test/harness/data/shopify-file.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'

const MAX_IMPORT_SECONDS = 60
const MAX_MEMORY_MB = 150
/** The 95th percentile beside an import, as a multiple of the idle one. */
const MAX_SLOWER = 2
const WARM_UP_REQUESTS = 200
/** Pages of so many lists, each with another lowest price. */
const IDLE_REQUESTS = 300
const PAGES = 50
const PAUSE_MS = 20

/**
 * Imports that many products of a Shopify file, imports them again and undoes the import, while a shopper opens pages of
 * products. Prints the times, the memory beyond the idle process and the 95th percentile of the pages. Throws if
 * a product is left out, if the second import changes anything, or if a limit is missed: 60 s for 10,000 products, an undo
 * as long as the import, 150 MB, and twice the idle time of pages with as many products that no cache answers.
 */
export async function run(products = 10_000, variants = 3): Promise<void> {
  await withStressApp(async ({ app, db, databaseUrl, dataDir }) => {
    const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
    const jobs = importJobs(databaseUrl, { storage: folderStorage(join(dataDir, 'uploads')), auditSubjects })
    const file = shopifyFile({ products, variants })
    console.log(`${products} products with ${variants} variants, ${(file.length / 2 ** 20).toFixed(1)} MB`)
    await timePages(app, WARM_UP_REQUESTS)
    const idle = process.memoryUsage().rss
    let peak = idle
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)
    const besideMs: number[] = []
    const work = async (step: string) => {
      const start = performance.now()
      let isWorking = true
      const beside = timePages(app, Infinity, () => isWorking)
      for (const job of jobs) await job.run(new AbortController().signal)
      const seconds = (performance.now() - start) / 1000
      isWorking = false
      const p95 = percentile95(await beside)
      besideMs.push(p95)
      console.log(
        `${step}: ${seconds.toFixed(1)} s, at most ${megabytes(peak - idle)} MB above idle so far, p95 of pages ${p95.toFixed(1)} ms`,
      )
      return seconds
    }
    const upload = async (step: string) => {
      const sent = await staff.upload(uploadImport, {}, { file })
      await work(step)
      return sent.answer.data.id
    }
    const read = async (id: number) => (await staff.send(getImport, { id })).answer.data
    try {
      const id = await upload('check')
      await staff.send(applyImport, { id })
      const importSeconds = await work('import')
      const { done, counts } = await read(id)
      if (done !== products || counts.failed > 0)
        throw new Error(`Imported ${done - counts.failed} of ${products}`)
      // Each page for the first time, then again.
      const idleMs = percentile95(await timePages(app, IDLE_REQUESTS))
      const cachedMs = percentile95(await timePages(app, IDLE_REQUESTS))
      console.log(`idle: p95 of pages ${idleMs.toFixed(1)} ms, from the cache ${cachedMs.toFixed(1)} ms`)
      const again = await read(await upload('second check'))
      if (again.counts.unchanged !== products) throw new Error(`Only ${again.counts.unchanged} are unchanged`)
      await staff.send(undoImport, { id })
      const undoSeconds = await work('undo')
      const undone = await read(id)
      if (undone.counts.kept > 0) throw new Error(`Undo kept ${undone.counts.kept}`)
      requireLimits([
        ['seconds of the import', importSeconds, (MAX_IMPORT_SECONDS * products) / 10_000],
        ['seconds of the undo', undoSeconds, importSeconds],
        ['MB above idle', (peak - idle) / 2 ** 20, MAX_MEMORY_MB],
        ['p95 beside it, as a multiple of idle', Math.max(...besideMs) / idleMs, MAX_SLOWER],
      ])
    } finally {
      clearInterval(watch)
      for (const job of jobs) await job.close?.()
    }
  })
}

/** The milliseconds of that many requests for different pages, one after the other with pauses, while `goOn` says so. */
async function timePages(app: FastifyInstance, count: number, goOn = () => true): Promise<number[]> {
  const times: number[] = []
  while (times.length < count && goOn()) {
    const list = times.length % IDLE_REQUESTS
    const query = `page=${1 + (list % PAGES)}&minprice=${Math.floor(list / PAGES)}`
    const start = performance.now()
    const { statusCode } = await app.inject(`/products?${query}`)
    if (statusCode !== 200) throw new Error(`A page answered ${statusCode}`)
    times.push(performance.now() - start)
    await wait(PAUSE_MS)
  }
  return times
}

const percentile95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)

function requireLimits(results: readonly (readonly [what: string, value: number, limit: number])[]): void {
  for (const [what, value, limit] of results)
    console.log(`${value <= limit ? 'ok    ' : 'MISSED'} ${what}: ${value.toFixed(1)} of ${limit.toFixed(1)}`)
  const missed = results.filter(([, value, limit]) => value > limit)
  if (missed.length > 0) throw new Error(`Missed: ${missed.map(([what]) => what).join(', ')}`)
}
