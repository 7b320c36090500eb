import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { queueSizes } from '#server/platform/image-sizes/image-queue.writes.ts'
import { storeImage, type StoredImage } from '#server/platform/images.ts'
import { addImages } from './image.writes.ts'

type UploadContext = Pick<PersonalContext, 'files' | 'services'>

/** Stores the uploaded files of one field, in order. An error names the file: `productimages.2`. */
export async function storeUploads({ files, services }: UploadContext, name: string): Promise<StoredImage[]> {
  const stored: StoredImage[] = []
  for (const [i, bytes] of (files[name] ?? []).entries()) {
    stored.push(
      await storeImage(services.storage, bytes).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const { status, code, message } = error
        throw new AppError(status, code, message, [{ path: `${name}.${i}`, message }])
      }),
    )
  }
  return stored
}

/**
 * Registers files that were just stored. From here `addImages` protects them from housekeeping; AppError 409 if housekeeping
 * removed one a moment earlier.
 */
export async function addUploads(
  tx: Transaction,
  shopId: number,
  storage: Services['storage'],
  stored: readonly StoredImage[],
  orphaned?: 'orphaned',
): Promise<void> {
  await addImages(tx, shopId, stored, orphaned)
  later(tx, queueSizes(tx, stored))
  for (const { file } of stored) {
    if (!(await storage.exists(file)))
      throw new AppError(409, 'image_gone', 'The upload has expired. Please choose the image again.')
  }
}
