import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { queueSizes } from './image-sizes/image-queue.writes.ts'
import { storeImage, type StoredImage } from './images.ts'

interface Limit {
  max: number
  /** What the photos belong to: "A comment". */
  noun: string
}

/**
 * Stores the uploaded `photos` of a call, re-encoded without metadata. Throws AppError 400, 413 or 415. Housekeeping removes
 * those that no record shows.
 */
export async function storePhotos(
  { files, services }: Pick<PersonalContext, 'files' | 'services'>,
  { max, noun }: Limit,
): Promise<StoredImage[]> {
  const photos = files['photos'] ?? []
  if (photos.length > max) {
    const message = `${noun} can have up to ${max} photos. Remove some of them.`
    throw new AppError(400, 'invalid_input', message, [{ path: 'photos', message }])
  }
  const stored: StoredImage[] = []
  for (const [index, bytes] of photos.entries()) {
    stored.push(
      await storeImage(services.storage, bytes).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const message = `Photo ${index + 1}: ${error.message}`
        throw new AppError(error.status, error.code, message, [{ path: 'photos', message }])
      }),
    )
  }
  // The same photo twice is one file.
  return [...new Map(stored.map((photo) => [photo.file, photo])).values()]
}

/** Holds stored photos for a record of this transaction. AppError 409 if housekeeping removed one a moment earlier. */
export async function holdPhotos(
  tx: Transaction,
  storage: Services['storage'],
  photos: readonly StoredImage[],
): Promise<void> {
  if (photos.length === 0) return
  const files = photos.map(({ file }) => file)
  // Keeps `removeOrphanedUploads` from deleting the files until this transaction ends.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('upload ' || file, 0))
    from unnest(${files}::text[]) file order by file`.execute(tx)
  for (const file of files) {
    if (!(await storage.exists(file)))
      throw new AppError(409, 'image_gone', 'The upload has expired. Please choose the photo again.')
  }
  later(tx, queueSizes(tx, photos))
}
