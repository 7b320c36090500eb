import { s3Storage } from '#server/platform/storage/s3-storage.ts'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'
import { ok, problem, type Result } from './result.ts'
import type { HealthSettings } from './settings.rules.ts'

/** No image has this name. */
const NAME = 'health-check'

/** Whether the bucket of the uploads can be written, read, listed and emptied. Undefined if they are in a folder. */
export async function checkStorage(
  { uploadsBucket: bucket }: Pick<HealthSettings, 'uploadsBucket'>,
  timeoutMs: number,
): Promise<Result | undefined> {
  if (!bucket) return undefined
  // A `put` may take three times as long.
  const storage = s3Storage(bucket, bucket.prefix, { attempts: 1, timeoutMs: timeoutMs / 3 })
  try {
    const written = Buffer.from(new Date().toISOString())
    await storage.put(NAME, written)
    const read = await storage.get(NAME)
    for await (const _file of storage.list()) break
    await storage.remove(NAME)
    if (read?.equals(written)) return ok(`The bucket ${bucket.bucket} can be written and read.`)
    return problem(
      `The bucket ${bucket.bucket} returned something else than was written.`,
      'Check that it is the bucket of this shop alone, and that S3_ENDPOINT leads to no cache.',
    )
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    return problem(
      `${error.reason} New images cannot be stored.`,
      'Check the S3_* settings, and that the key may read, write, delete and list in the bucket.',
    )
  }
}
