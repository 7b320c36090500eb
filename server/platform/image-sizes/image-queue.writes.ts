import type { Database, Transaction } from '#server/db/connect.ts'
import type { StoredImage } from '../images.ts'

/**
 * Lets the background job make the sizes of these images, so that the first visitor need not wait for them. Comes after
 * `addImages` in a transaction, so that all take their locks in one order.
 */
export async function queueSizes(
  tx: Transaction,
  images: readonly Pick<StoredImage, 'file'>[],
): Promise<void> {
  if (images.length === 0) return
  const files = images.map(({ file }) => file)
  await tx
    .insertInto('image_queue')
    .values(files.sort().map((file) => ({ file })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The newest queued file: staff are about to look at it, even while an import has queued thousands. */
export async function findQueued(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('image_queue')
    .select('file')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.file
}

/** Takes a file off the queue. */
export async function removeQueued(db: Database, file: string): Promise<void> {
  await db.deleteFrom('image_queue').where('file', '=', file).execute()
}
