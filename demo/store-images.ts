import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adoptImage, type StoredImage } from '#server/platform/images.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { imageFolder } from './catalog.ts'

/** Stored images by their demo file name: "mug-stoneware-sage.webp". */
export type DemoImages = ReadonlyMap<string, StoredImage>

/**
 * Copies the demo images to the uploads. They are not re-encoded: for 157 images that would take eight seconds at the first
 * start, and cost sharpness.
 */
export async function storeDemoImages(storage: Storage, images = imageFolder): Promise<DemoImages> {
  const names = (await readdir(images)).filter((name) => name.endsWith('.webp')).sort()
  const stored = await Promise.all(
    names.map(async (name) => [name, await adoptImage(storage, await readFile(join(images, name)))] as const),
  )
  return new Map(stored)
}
