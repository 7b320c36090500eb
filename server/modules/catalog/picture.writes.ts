import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { StoredPicture } from '#server/platform/images.ts'

/**
 * Makes stored files known to the shop, so that its rows can refer to them. Files it knows already are left alone. `loose`
 * are those that a record will name later; one that none has named after an hour is removed by housekeeping, which waits
 * for this transaction to end before it looks at these files.
 */
export async function addPictures(
  tx: Transaction,
  configId: number,
  pictures: readonly StoredPicture[],
  loose?: 'loose',
): Promise<void> {
  if (pictures.length === 0) return
  await holdFiles(
    tx,
    pictures.map(({ file }) => file),
  )
  await tx
    .insertInto('picture')
    .values(
      pictures.map(({ file, width, height, bytes }) => ({
        config_id: configId,
        file,
        width,
        height,
        bytes,
        loose_since: loose ? sql<Date>`now()` : null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['config_id', 'file'])
        // Uploaded once more: its hour begins anew. What a record has named stays.
        .doUpdateSet({
          loose_since: sql`case when picture.loose_since is not null then excluded.loose_since end`,
        })
        .where('picture.loose_since', 'is not', null),
    )
    .execute()
}

/** Names pictures, so that they stay. Throws AppError 400 where the shop does not know one of the files. */
export async function requirePictures(
  tx: Transaction,
  configId: number,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return
  const rows = await tx
    .selectFrom('picture')
    .select(['file', 'loose_since'])
    .where('config_id', '=', configId)
    .where('file', 'in', files)
    .forKeyShare()
    .execute()
  const named = rows.filter((row) => row.loose_since !== null).map((row) => row.file)
  if (named.length > 0) {
    await tx
      .updateTable('picture')
      .set({ loose_since: null })
      .where('config_id', '=', configId)
      .where('file', 'in', named)
      .execute()
  }
  const known = new Set(rows.map((row) => row.file))
  const unknown = files.find((file) => !known.has(file))
  if (unknown) throw new AppError(400, 'unknown_picture', `The picture ${unknown} has not been uploaded`)
}

/** Keeps these files from being removed until the transaction ends; see `removeLooseFiles`. */
async function holdFiles(tx: Transaction, files: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('upload ' || file, 0))
    from unnest(${files}::text[]) file order by file`.execute(tx)
}
