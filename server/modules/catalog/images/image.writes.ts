import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { StoredImage } from '#server/platform/images.ts'

/**
 * Registers stored files with the shop, so that its rows can refer to them. An `orphaned` file waits for a record to use
 * it; housekeeping removes it after an hour without one, but never before this transaction ends.
 */
export async function addImages(
  tx: Transaction,
  shopId: number,
  images: readonly StoredImage[],
  orphaned?: 'orphaned',
): Promise<void> {
  if (images.length === 0) return
  later(
    tx,
    lockFiles(
      tx,
      images.map(({ file }) => file),
    ),
  )
  await tx
    .insertInto('image')
    .values(
      images.map(({ file, width, height, bytes }) => ({
        config_id: shopId,
        file,
        width,
        height,
        bytes,
        orphaned_since: orphaned ? sql<Date>`now()` : null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['config_id', 'file'])
        // A repeated upload restarts the hour. A file that a record uses stays.
        .doUpdateSet({
          orphaned_since: sql`case when image.orphaned_since is not null then excluded.orphaned_since end`,
        })
        .where('image.orphaned_since', 'is not', null),
    )
    .execute()
}

/** Marks images as used, so that housekeeping keeps them. AppError 400 for a file that the shop does not know. */
export async function requireImages(
  tx: Transaction,
  shopId: number,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return
  const rows = await tx
    .selectFrom('image')
    .select(['file', 'orphaned_since'])
    .where('config_id', '=', shopId)
    .where('file', 'in', files)
    .forKeyShare()
    .execute()
  const orphaned = rows.filter((row) => row.orphaned_since !== null).map((row) => row.file)
  if (orphaned.length > 0) {
    later(
      tx,
      tx
        .updateTable('image')
        .set({ orphaned_since: null })
        .where('config_id', '=', shopId)
        .where('file', 'in', orphaned)
        .execute(),
    )
  }
  const known = new Set(rows.map((row) => row.file))
  const unknown = files.find((file) => !known.has(file))
  if (unknown) throw new AppError(400, 'unknown_image', `The image ${unknown} has not been uploaded`)
}

/** Prevents `removeOrphanedUploads` from deleting these files until the transaction ends. */
async function lockFiles(tx: Transaction, files: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('upload ' || file, 0))
    from unnest(${files}::text[]) file order by file`.execute(tx)
}
