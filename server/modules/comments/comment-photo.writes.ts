import type { Transaction } from '#server/db/connect.ts'
import type { StoredImage } from '#server/platform/images.ts'

/** Shows stored photos with a comment. */
export async function insertPhotos(
  tx: Transaction,
  shopId: number,
  commentId: number,
  photos: readonly StoredImage[],
): Promise<void> {
  if (photos.length === 0) return
  await tx
    .insertInto('comment_photo')
    .values(
      photos.map(({ file, width, height }, position) => ({
        config_id: shopId,
        comment_id: commentId,
        position,
        file,
        width,
        height,
      })),
    )
    .execute()
}
