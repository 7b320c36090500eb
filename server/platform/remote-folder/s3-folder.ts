import { createWriteStream } from 'node:fs'
import { open, rm, stat, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { StartError } from '#server/start-error.ts'
import { createS3Client, jobLimits, type S3Bucket, type S3Client } from '../storage/s3-client.ts'
import { listObjects, textOf } from '../storage/s3-list.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import type { RemoteFolder } from './remote-folder.ts'

/** S3 takes at most 5 GB by a single call. Each part is in memory while it is sent. */
const PART_BYTES = 16 * 2 ** 20
const MAX_PARTS = 10_000
/** Slow lines need 16 MB in this time. */
const PART_TIMEOUT_MS = 300_000
const IDLE_TIMEOUT_MS = 60_000

/** Opens the objects of a bucket below a prefix as a folder. */
export function openS3Folder(url: URL, account: Omit<S3Bucket, 'bucket'>): RemoteFolder {
  const own = {
    ...account,
    ...(url.searchParams.has('endpoint') && {
      endpoint: url.searchParams.get('endpoint') ?? '',
      pathStyle: true,
    }),
    ...(url.searchParams.has('region') && { region: url.searchParams.get('region') ?? '' }),
    ...(url.username && {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }),
  }
  if (!own.accessKeyId)
    throw new StartError('Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for the bucket of the address.')
  const client = createS3Client({ ...own, bucket: url.hostname }, jobLimits)
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  if (!/^[\w.-]*(?:\/[\w.-]+)*$/.test(folder))
    throw new StartError('The path of a bucket may have letters, digits, dots, dashes and slashes.')
  const prefix = folder === '' ? '' : `${folder}/`
  return {
    label: `s3://${url.hostname}/${folder}`,
    async *list() {
      for await (const { key, bytes } of listObjects(client, prefix))
        yield { path: key.slice(prefix.length), bytes }
    },
    async put(path, from) {
      const file = await open(from)
      try {
        const { size } = await file.stat()
        if (size > PART_BYTES) await putParts(client, prefix + path, file, size)
        else
          await client.send('PUT', prefix + path, { body: await file.readFile(), timeoutMs: PART_TIMEOUT_MS })
      } finally {
        await file.close()
      }
    },
    get: (path, to) => download(client, prefix + path, to),
    async remove(path) {
      await client.send('DELETE', prefix + path)
    },
    close() {},
  }
}

/** The object appears when the last call succeeds. */
async function putParts(client: S3Client, key: string, file: FileHandle, size: number): Promise<void> {
  const started = await client.send('POST', key, { query: { uploads: '' } })
  const uploadId = textOf(started?.body.toString() ?? '', 'UploadId')
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  try {
    const parts: string[] = []
    for (let from = 0; from < size; from += partBytes) {
      const body = Buffer.alloc(Math.min(partBytes, size - from))
      await file.read(body, 0, body.length, from)
      const query = { partNumber: String(parts.length + 1), uploadId }
      const sent = await client.send('PUT', key, { query, body, timeoutMs: PART_TIMEOUT_MS })
      const etag = sent?.headers.get('etag') ?? ''
      parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const done = await client.send('POST', key, { query: { uploadId }, body, timeoutMs: PART_TIMEOUT_MS })
    // S3 may answer 200 and then report an error in the body.
    if (!done?.body.includes('CompleteMultipartUploadResult'))
      throw new StorageUnavailable(`The storage did not put the parts of ${key} together.`, true)
  } catch (error) {
    await client.send('DELETE', key, { query: { uploadId } }).catch(() => {})
    throw error
  }
}

async function download(client: S3Client, key: string, to: string): Promise<boolean> {
  const idle = new AbortController()
  let timer = setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS)
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS)
  }
  try {
    const response = await client.open(key, idle.signal)
    if (!response?.body) return false
    const reader = response.body.getReader()
    const read = async function* () {
      for (;;) {
        const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array }
        if (done || !value) return
        restart()
        yield value
      }
    }
    await pipeline(read, createWriteStream(to))
    const { size } = await stat(to)
    if (size !== Number(response.headers.get('content-length')))
      throw new StorageUnavailable(`The storage sent only a part of ${key}.`, true)
    return true
  } catch (error) {
    await rm(to, { force: true })
    if (error instanceof StorageUnavailable) throw error
    throw new StorageUnavailable(`The storage did not send all of ${key}: ${(error as Error).message}.`, true)
  } finally {
    clearTimeout(timer)
  }
}
