import { listObjects } from './s3-list.ts'
import { createS3Client, type S3Bucket, type S3Limits } from './s3-client.ts'
import { immutable, mediaTypes, requireStorageName, type Storage } from './storage.ts'

/** A visitor's upload may take longer than a visitor's look at an image. */
const PUT_FACTOR = 3

/** Stores files in a bucket, all names after `prefix`, which is empty or ends with a slash. */
export function s3Storage(bucket: S3Bucket, prefix: string, limits: S3Limits): Storage {
  const client = createS3Client(bucket, limits)
  const keyOf = (name: string) => {
    requireStorageName(name)
    return prefix + name
  }
  const stat: Storage['stat'] = async (name) => {
    const answer = await client.send('HEAD', keyOf(name))
    if (!answer) return undefined
    const { headers } = answer
    return {
      name,
      bytes: Number(headers.get('content-length')),
      modifiedAt: Date.parse(headers.get('last-modified') ?? ''),
    }
  }
  return {
    async put(name, body) {
      const type = mediaTypes[name.slice(name.lastIndexOf('.') + 1) as keyof typeof mediaTypes]
      const headers = { 'content-type': type ?? 'application/octet-stream', 'cache-control': immutable }
      await client.send('PUT', keyOf(name), { headers, body, timeoutMs: limits.timeoutMs * PUT_FACTOR })
    },
    get: async (name) => (await client.send('GET', keyOf(name)))?.body,
    stat,
    exists: async (name) => (await stat(name)) !== undefined,
    async remove(name) {
      await client.send('DELETE', keyOf(name))
    },
    async *list() {
      for await (const { key, ...file } of listObjects(client, prefix)) {
        const name = key.slice(prefix.length)
        // Another program may store files of its own below the prefix.
        if (!name.includes('/')) yield { name, ...file }
      }
    },
  }
}
