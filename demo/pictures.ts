import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adoptPicture, type StoredPicture } from '#server/platform/images.ts'
import { folderStorage } from '#server/platform/storage.ts'
import { imagesFolder } from './catalogue.ts'

/** Stored pictures by the names they have in the demo: "mug-stoneware-sage.webp". */
export type DemoPictures = ReadonlyMap<string, StoredPicture>

/**
 * Copies the demo's pictures to where the shop keeps its uploads. They are stored as they are: encoding 157 of them again
 * would cost the first start eight seconds, and the pictures some of their sharpness.
 */
export async function storeDemoPictures(dataDir: string, images = imagesFolder): Promise<DemoPictures> {
  const storage = folderStorage(join(dataDir, 'uploads'))
  const names = (await readdir(images)).filter((name) => name.endsWith('.webp')).sort()
  const stored = await Promise.all(
    names.map(
      async (name) => [name, await adoptPicture(storage, await readFile(join(images, name)))] as const,
    ),
  )
  return new Map(stored)
}
