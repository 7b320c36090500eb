import type { Database } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { removePicture, storePicture } from '#server/platform/images.ts'

/** Stores the picture that came with a call and answers its file name; undefined where none came. */
export async function storeProfilePicture({
  files,
  storage,
}: Pick<PersonalContext, 'files' | 'storage'>): Promise<string | undefined> {
  const [bytes] = files['profileimage'] ?? []
  return bytes && (await storePicture(storage, bytes)).file
}

/** Removes the file of a picture that a person has given up, where nothing else shows the same one. */
export async function dropProfilePicture(
  { db, storage }: Pick<PersonalContext, 'db' | 'storage'>,
  file: string | null,
): Promise<void> {
  if (file !== null && !(await isShown(db, file))) await removePicture(storage, file)
}

/** In any shop: equal pictures are one file, and all shops keep theirs in one place. */
async function isShown(db: Database, file: string): Promise<boolean> {
  const ofPerson = await db.selectFrom('app_user').select('id').where('picture', '=', file).executeTakeFirst()
  if (ofPerson) return true
  const ofShop = await db.selectFrom('picture').select('file').where('file', '=', file).executeTakeFirst()
  return ofShop !== undefined
}
