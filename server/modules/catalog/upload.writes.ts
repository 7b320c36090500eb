import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { storePicture, type StoredPicture } from '#server/platform/images.ts'
import { addPictures } from './picture.writes.ts'

type Uploading = Pick<PersonalContext, 'files' | 'storage'>

/** Stores the files that came under a name, in their order. What is wrong with one says which it is: `productimages.2`. */
export async function storeUploads({ files, storage }: Uploading, name: string): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = []
  for (const [i, bytes] of (files[name] ?? []).entries()) {
    stored.push(
      await storePicture(storage, bytes).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const { status, code, message } = error
        throw new AppError(status, code, message, [{ path: `${name}.${i}`, message }])
      }),
    )
  }
  return stored
}

/**
 * Makes what was just stored known to the shop. `addPictures` keeps housekeeping from removing the files until the
 * transaction ends; one that was removed a moment before is AppError 409, so that there is never a row without its file.
 */
export async function addUploads(
  tx: Transaction,
  configId: number,
  storage: PersonalContext['storage'],
  stored: readonly StoredPicture[],
  loose?: 'loose',
): Promise<void> {
  await addPictures(tx, configId, stored, loose)
  for (const { file } of stored) {
    if (!(await storage.exists(file)))
      throw new AppError(409, 'picture_gone', 'Please choose the picture again')
  }
}
