import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { StoredPicture } from '#server/platform/images.ts'

/** Makes stored files known to the shop, so that its rows can refer to them. Files it knows already are left alone. */
export async function addPictures(
  tx: Transaction,
  configId: number,
  pictures: readonly StoredPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  await tx
    .insertInto('picture')
    .values(
      pictures.map(({ file, width, height, bytes }) => ({ config_id: configId, file, width, height, bytes })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Throws AppError 400 where the shop does not know one of the files. */
export async function requirePictures(
  tx: Transaction,
  configId: number,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return
  const rows = await tx
    .selectFrom('picture')
    .select('file')
    .where('config_id', '=', configId)
    .where('file', 'in', files)
    .execute()
  const known = new Set(rows.map((row) => row.file))
  const unknown = files.find((file) => !known.has(file))
  if (unknown) throw new AppError(400, 'unknown_picture', `The picture ${unknown} has not been uploaded`)
}
