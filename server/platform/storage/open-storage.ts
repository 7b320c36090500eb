import { join } from 'node:path'
import { cachedStorage } from './cached-storage.ts'
import { folderStorage } from './folder-storage.ts'
import { createS3Client, jobLimits, originOf, requestLimits, type S3Bucket } from './s3-client.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** Where uploads are: in a bucket, or without one in the data folder. */
export interface StorageSettings {
  dataDir: string
  uploadsBucket: UploadsBucket | undefined
}

export interface UploadsBucket extends S3Bucket {
  /** Of all names: empty, or ends with a slash. */
  prefix: string
  /** How browsers get images. */
  delivery: Delivery
  /** Of the copies on this machine; 0 for none. */
  cacheBytes: number
}

type Delivery =
  | { by: 'shop' }
  | { by: 'signed' }
  /** The address of the bucket or of a CDN before it, without a slash at the end. */
  | { by: 'public'; url: string }

/** Opens the uploads for the requests of visitors and staff. Calls fail within seconds. */
export function openStorage({ dataDir, uploadsBucket: bucket }: StorageSettings): Storage {
  if (!bucket) return openUploadsFolder(dataDir)
  const storage = s3Storage(bucket, bucket.prefix, requestLimits)
  return bucket.cacheBytes === 0 ? storage : cached(storage, dataDir, bucket.cacheBytes)
}

/** Opens the uploads for jobs and commands, which try for minutes. They leave the copies for visitors as they are. */
export function openStorageForJobs({ dataDir, uploadsBucket: bucket }: StorageSettings): Storage {
  if (!bucket) return openUploadsFolder(dataDir)
  const storage = openUploadsBucket(bucket)
  return { ...storage, remove: cached(storage, dataDir, bucket.cacheBytes).remove }
}

const cached = (storage: Storage, dataDir: string, maxBytes: number) =>
  cachedStorage(storage, join(dataDir, 'uploads-cache'), maxBytes)

/** The uploads of a data folder, whether or not they are in use. */
export const openUploadsFolder = (dataDir: string): Storage => folderStorage(join(dataDir, 'uploads'))

/** The uploads of a bucket, for jobs and commands. */
export const openUploadsBucket = (bucket: UploadsBucket): Storage =>
  s3Storage(bucket, bucket.prefix, jobLimits)

/** Where browsers find stored files if the shop does not send them itself. */
export interface Delivered {
  /** Scheme, host and port, for the policy of pages. */
  origin: string
  /** The address of a stored file. */
  urlOf(name: string): Promise<string>
}

/** Undefined if the shop sends images itself. */
export function deliveryOf({ uploadsBucket: bucket }: StorageSettings): Delivered | undefined {
  if (bucket?.delivery.by === 'public') {
    const { url } = bucket.delivery
    return { origin: new URL(url).origin, urlOf: async (name) => `${url}/${bucket.prefix}${name}` }
  }
  if (bucket?.delivery.by !== 'signed') return undefined
  const client = createS3Client(bucket, requestLimits)
  return { origin: originOf(bucket), urlOf: (name) => client.signedUrl(bucket.prefix + name) }
}
