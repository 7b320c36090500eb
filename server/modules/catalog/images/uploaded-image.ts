import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { asStaff, type WriteContext } from '#server/modules/audit/index.ts'
import { storeImage } from '#server/platform/images.ts'
import { addUploads } from './upload.writes.ts'

/**
 * Runs `work` as staff with the file name of the uploaded image, or undefined without an upload. Rejects a file that is not
 * an image before anything is written.
 */
export async function withUploadedImage<T>(
  context: PersonalContext,
  field: string,
  work: (tx: Transaction, write: WriteContext, file: string | undefined) => Promise<T>,
): Promise<T> {
  const [bytes] = context.files[field] ?? []
  const stored = bytes && (await storeImage(context.services.storage, bytes))
  return asStaff(context, async (tx, write) => {
    const adding = addUploads(tx, write.shopId, context.services.storage, stored ? [stored] : [])
    const [answer] = await Promise.all([work(tx, write, stored?.file), adding])
    return answer
  })
}

/** AppError 400 if the request has no image in this field. */
export function requireUpload({ files }: Pick<PersonalContext, 'files'>, field: string): void {
  if (files[field]?.length) return
  const message = 'Please upload an image!'
  throw new AppError(400, 'invalid_input', message, [{ path: field, message }])
}
