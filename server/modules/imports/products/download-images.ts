import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { addImages } from '#server/modules/catalog/index.ts'
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

interface Downloaded {
  files: Map<string, string>
  /** Why an image is missing. */
  notes: string[]
}

/** Downloads the images of these products, and answers the lookups with all their files. */
export async function fetchImages(
  db: Database,
  pending: PendingImport,
  {
    items,
    known: names,
    images,
  }: { items: readonly Item<ImportedProduct>[]; known: Lookups; images: ImageSource },
): Promise<Lookups> {
  const files = await findFiles(
    db,
    pending.configId,
    items.map(({ row }) => row),
  )
  const imageNotes = new Map<number, string[]>()
  await forEachAtOnce(DOWNLOADS_AT_ONCE, items, async ({ position, row }) => {
    const found = await downloadImages(db, pending, row, files, images)
    for (const [url, file] of found.files) files.set(url, file)
    imageNotes.set(position, found.notes)
  })
  return { ...names, files, imageNotes }
}

const DOWNLOADS_AT_ONCE = 3

async function forEachAtOnce<T>(count: number, items: readonly T[], work: (item: T) => Promise<void>) {
  const queue = items.values()
  const workers = Array.from({ length: count }, async () => {
    for (const item of queue) await work(item)
  })
  await Promise.all(workers)
}

/** Downloads the images of a product that the shop does not have yet. A failure is a note, and the product comes in without it. */
async function downloadImages(
  db: Database,
  { configId }: PendingImport,
  { images }: ImportedProduct,
  known: ReadonlyMap<string, string>,
  { storage, download }: ImageSource,
): Promise<Downloaded> {
  const files = new Map<string, string>()
  const notes: string[] = []
  for (const { url } of images) {
    if (known.has(url) || files.has(url)) continue
    try {
      if (url.length > MAX_URL_CHARACTERS)
        throw new AppError(400, 'download_failed', 'The address is too long')
      const bytes = await tryTwice(() => download(url, { maxBytes: MAX_IMAGE_BYTES, timeoutMs: TIMEOUT_MS }))
      const stored = await storeImage(storage, bytes)
      await db.transaction().execute(async (tx) => {
        await addImages(tx, configId, [stored], 'orphaned')
        await tx
          .insertInto('downloaded_image')
          .values({ config_id: configId, url, file: stored.file })
          .onConflict((conflict) => conflict.columns(['config_id', 'url']).doUpdateSet({ file: stored.file }))
          .execute()
      })
      files.set(url, stored.file)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      notes.push(`Image ${url.slice(0, 300)}: ${error.message}`)
    }
  }
  return { files, notes }
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
