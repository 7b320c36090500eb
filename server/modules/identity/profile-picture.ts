import type { PersonalContext } from '#server/http/route.ts'
import { storePicture } from '#server/platform/images.ts'

/** Stores the picture that came with a call and answers its file name; undefined where none came. */
export async function storeProfilePicture({
  files,
  storage,
}: Pick<PersonalContext, 'files' | 'storage'>): Promise<string | undefined> {
  const [bytes] = files['profileimage'] ?? []
  return bytes && (await storePicture(storage, bytes)).file
}
