import type { Database } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { removeImage, storeImage } from '#server/platform/images.ts'

/** Stores the uploaded image and returns its file name; undefined without an upload. */
export async function storeProfileImage({
  files,
  services,
}: Pick<PersonalContext, 'files' | 'services'>): Promise<string | undefined> {
  const [bytes] = files['profileimage'] ?? []
  return bytes && (await storeImage(services.storage, bytes)).file
}

/** Deletes the file of a former profile image, unless something else uses the same file. */
export async function deleteUnusedProfileImage(
  { db, services: { storage } }: Pick<PersonalContext, 'db' | 'services'>,
  file: string | null,
): Promise<void> {
  if (file !== null && !(await isInUse(db, file))) await removeImage(storage, file)
}

/** Equal images share one file, across all shops. */
async function isInUse(db: Database, file: string): Promise<boolean> {
  const byUser = await db.selectFrom('app_user').select('id').where('image', '=', file).executeTakeFirst()
  if (byUser) return true
  const byCatalog = await db.selectFrom('image').select('file').where('file', '=', file).executeTakeFirst()
  if (byCatalog) return true
  for (const table of ['comment_photo', 'order_return_photo'] as const) {
    const found = await db.selectFrom(table).select('file').where('file', '=', file).executeTakeFirst()
    if (found) return true
  }
  return false
}
