import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { addImages } from '#server/modules/catalog/index.ts'
import { storeImage } from '#server/platform/images.ts'
import type { downloadFile } from '#server/platform/remote-file.ts'
import type { Storage } from '#server/platform/storage.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { PendingImport } from './pending-import.ts'

const MAX_IMAGE_BYTES = 20 * 1024 * 1024
const TIMEOUT_MS = 15_000
const MAX_URL_CHARACTERS = 2000
/** A server may be busy for a moment. */
const TRIES = 2

/** Where images come from and go to. Tests pass their own `download`. */
export interface ImageSource {
  storage: Storage
  download: typeof downloadFile
}

interface Downloaded {
  files: Map<string, string>
  /** Why an image is missing. */
  notes: string[]
}

/** Downloads the images of a product that the shop does not have yet. A failure is a note, and the product comes in without it. */
export async function downloadImages(
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
