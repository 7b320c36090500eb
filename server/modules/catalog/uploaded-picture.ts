import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { asStaff, type WriteContext } from '#server/modules/journal/index.ts'
import { storePicture } from '#server/platform/images.ts'
import { addUploads } from './upload.writes.ts'

/**
 * Works as staff with the picture that came with a call: `work` is given its file name, or undefined where none came. What
 * is no picture is refused before anything is written.
 */
export async function withPicture<T>(
  context: PersonalContext,
  field: string,
  work: (tx: Transaction, write: WriteContext, file: string | undefined) => Promise<T>,
): Promise<T> {
  const [bytes] = context.files[field] ?? []
  const stored = bytes && (await storePicture(context.storage, bytes))
  return asStaff(context, async (tx, write) => {
    if (stored) await addUploads(tx, write.configId, context.storage, [stored])
    return work(tx, write, stored?.file)
  })
}

/** For what cannot be without a picture: AppError 400 where none came. */
export function requireUpload({ files }: Pick<PersonalContext, 'files'>, field: string): void {
  if (files[field]?.length) return
  const message = 'Please upload an image!'
  throw new AppError(400, 'invalid_input', message, [{ path: field, message }])
}
