import { later, type Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { addImages } from '#server/modules/catalog/index.ts'
import { queueSizes } from '#server/platform/image-sizes/image-queue.writes.ts'
import { storeImage } from '#server/platform/images.ts'
import type { ImageSource, Item } from '../run/import-kind.ts'
import type { ImportedProduct } from './imported-product.ts'
import { findFiles } from './plan/lookups.queries.ts'
import type { Lookups } from './plan/product-plan.ts'
import type { PendingImport } from '../run/pending-import.ts'

const MAX_IMAGE_BYTES = 20 * 1024 * 1024
const TIMEOUT_MS = 15_000
const MAX_URL_CHARACTERS = 2000
/** A server may be busy for a moment. */
const TRIES = 2

/** Downloads the images of these products, and returns the lookups with all their files. */
export async function fetchImages(
  db: Database,
  { shopId }: PendingImport,
  {
    items,
    known: names,
    images,
  }: { items: readonly Item<ImportedProduct>[]; known: Lookups; images: ImageSource },
): Promise<Lookups> {
  const files = await findFiles(
    db,
    shopId,
    items.map(({ row }) => row),
  )
  const failures = new Map<string, string>()
  const wanted = new Set(items.flatMap(({ row }) => row.images.map(({ url }) => url)))
  const missing = [...wanted].filter((url) => !files.has(url))
  await forEachAtOnce(DOWNLOADS_AT_ONCE, missing, async (url) => {
    try {
      files.set(url, await downloadImage(db, shopId, url, images))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures.set(url, error.message)
    }
  })
  const notesOf = ({ row }: Item<ImportedProduct>) =>
    row.images.flatMap(({ url }) => {
      const failure = failures.get(url)
      return failure === undefined ? [] : [`Image ${url.slice(0, 300)}: ${failure}`]
    })
  return { ...names, files, imageNotes: new Map(items.map((item) => [item.position, notesOf(item)])) }
}

/** Of one batch. Each may take 20 MB of memory. */
const DOWNLOADS_AT_ONCE = 3

async function forEachAtOnce<T>(count: number, items: readonly T[], work: (item: T) => Promise<void>) {
  const queue = items.values()
  const workers = Array.from({ length: count }, async () => {
    for (const item of queue) await work(item)
  })
  await Promise.all(workers)
}

/** Downloads an image and stores it like an upload. Returns its file; AppError 400 if it cannot be had. */
async function downloadImage(
  db: Database,
  shopId: number,
  url: string,
  { storage, download }: ImageSource,
): Promise<string> {
  if (url.length > MAX_URL_CHARACTERS) throw new AppError(400, 'download_failed', 'The address is too long')
  const bytes = await tryTwice(() => download(url, { maxBytes: MAX_IMAGE_BYTES, timeoutMs: TIMEOUT_MS }))
  const stored = await storeImage(storage, bytes)
  await db.transaction().execute(async (tx) => {
    await addImages(tx, shopId, [stored], 'orphaned')
    later(tx, queueSizes(tx, [stored]))
    await tx
      .insertInto('downloaded_image')
      .values({ config_id: shopId, url, file: stored.file })
      .onConflict((conflict) => conflict.columns(['config_id', 'url']).doUpdateSet({ file: stored.file }))
      .execute()
  })
  return stored.file
}

async function tryTwice<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES) throw error
    }
  }
}
