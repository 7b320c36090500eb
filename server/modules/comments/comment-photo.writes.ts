import { sql } from 'kysely'
import { MAX_PHOTOS } from '#contract/comments/comment.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { queueSizes } from '#server/platform/image-sizes/image-queue.writes.ts'
import { storeImage, type StoredImage } from '#server/platform/images.ts'

/**
 * Stores the uploaded photos of a comment, re-encoded without metadata. Throws AppError 400, 413 or 415. Housekeeping removes
 * those that no comment shows.
 */
export async function storePhotos({
  files,
  services,
}: Pick<PersonalContext, 'files' | 'services'>): Promise<StoredImage[]> {
  const photos = files['photos'] ?? []
  if (photos.length > MAX_PHOTOS) {
    const message = `A comment can have up to ${MAX_PHOTOS} photos. Remove some of them.`
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

/** Adds stored photos to a comment. AppError 409 if housekeeping removed one a moment earlier. */
export async function addPhotos(
  tx: Transaction,
  shopId: number,
  commentId: number,
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
  await insertPhotos(tx, shopId, commentId, photos)
}

/** Shows stored photos with a comment. */
export async function insertPhotos(
  tx: Transaction,
  shopId: number,
  commentId: number,
  photos: readonly StoredImage[],
): Promise<void> {
  if (photos.length === 0) return
  await tx
    .insertInto('comment_photo')
    .values(
      photos.map(({ file, width, height }, position) => ({
        config_id: shopId,
        comment_id: commentId,
        position,
        file,
        width,
        height,
      })),
    )
    .execute()
}
