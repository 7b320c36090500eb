import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportStep, ImportSummary } from '#contract/imports/import.ts'
import { shopifyFile } from '#test/harness/data/shopify-file.ts'
import { askJson } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import { inSeconds, type Row } from '../../report/row.ts'
import type { Shop } from '../../shops/shop.ts'
import { rowsOfWork, twoSizes } from './two-sizes.ts'

const POLL_MS = 50
const MAX_WAIT_MS = 5 * 60_000
/** Imports of few products, whose time depends more on other work of the machine. */
const ROUNDS_OF_FEW = 3

/** Seconds of each step. */
interface ImportTimes {
  check: number
  write: number
  undo: number
}

/** The import of a CSV with new products of one variant, and its undo, through the API as the dashboard does it. */
export async function measureImports(shop: Shop, cookie: string, options: Options): Promise<Row[]> {
  const { few, many } = twoSizes(options)
  const importAndUndo = (products: number) => timeImport(shop, cookie, products)
  await importAndUndo(few)
  const ofFew: ImportTimes[] = []
  const rounds = options.quick ? 1 : ROUNDS_OF_FEW
  for (let round = 0; round < rounds; round += 1) ofFew.push(await importAndUndo(few))
  const ofMany = await importAndUndo(many)
  const rows = (what: string, timeOf: (times: ImportTimes) => number, how: string) =>
    rowsOfWork(
      (products) => `${what} of ${products}`,
      { products: few, took: ofFew.map(timeOf) },
      { products: many, took: [timeOf(ofMany)] },
      how,
    )
  const total = `into ${options.products.toLocaleString('en')}, a CSV of Shopify with one variant each`
  const parts = `check ${inSeconds(ofMany.check)}, write ${inSeconds(ofMany.write)}`
  return [
    ...rows('Import', (times) => times.check + times.write, `${total}; ${parts}`),
    ...rows('Undo of the import', (times) => times.undo, total),
  ]
}

async function timeImport(shop: Shop, cookie: string, products: number): Promise<ImportTimes> {
  const file = shopifyFile({ products, variants: 1 })
  const begin = performance.now()
  const id = await upload(shop, cookie, file)
  const checked = await waitFor(shop, cookie, id, 'ready')
  if (checked.counts.create !== products) throw new Error(`The import creates ${checked.counts.create}`)
  const ready = performance.now()
  await advance(shop, cookie, `${id}/apply`, { accept: true })
  const written = await waitFor(shop, cookie, id, 'done')
  if (written.counts.failed > 0) throw new Error(`${written.counts.failed} products cannot be imported`)
  const done = performance.now()
  await advance(shop, cookie, `${id}/undo`, {})
  const undone = await waitFor(shop, cookie, id, 'undone')
  if (undone.counts.kept > 0) throw new Error(`${undone.counts.kept} products stay after the undo`)
  const end = performance.now()
  return { check: (ready - begin) / 1000, write: (done - ready) / 1000, undo: (end - done) / 1000 }
}

/** Uploads a file of products. Returns the id of the import. */
async function upload({ port }: Shop, cookie: string, file: Buffer): Promise<number> {
  const form = new FormData()
  form.set('kind', 'products')
  form.set('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'products.csv')
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/imports`, {
    method: 'POST',
    headers: { cookie, 'idempotency-key': randomUUID() },
    body: form,
  })
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: ImportSummary }
  return data.id
}

const advance = ({ port }: Shop, cookie: string, step: string, json: object) =>
  askJson(port, { method: 'POST', path: `/api/admin/imports/${step}`, headers: { cookie }, json })

/** Asks for the import until it is at a step. */
async function waitFor(
  { port }: Shop,
  cookie: string,
  id: number,
  wanted: ImportStep,
): Promise<ImportSummary> {
  const end = Date.now() + MAX_WAIT_MS
  while (Date.now() < end) {
    const { data } = await askJson<{ data: ImportSummary }>(port, {
      method: 'GET',
      path: `/api/admin/imports/${id}`,
      headers: { cookie },
    })
    if (data.step === wanted) return data
    if (data.step === 'failed') throw new Error(`The import failed: ${data.error}`)
    await sleep(POLL_MS)
  }
  throw new Error(`The import is not ${wanted} in time`)
}
