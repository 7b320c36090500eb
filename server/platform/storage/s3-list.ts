import type { S3Client } from './s3-client.ts'
import { StorageUnavailable } from './storage.ts'

/** An object of a bucket. */
export interface S3Object {
  key: string
  bytes: number
  /** In ms since 1970. */
  modifiedAt: number
  /** Without quotes: the MD5 of the content, if it was stored by a single call. */
  etag: string
}

/** Lists all objects whose key begins with `prefix`. */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<S3Object> {
  let next: string | undefined
  do {
    const query = { 'list-type': '2', prefix, ...(next !== undefined && { 'continuation-token': next }) }
    const answer = await client.send('GET', '', { query })
    const page = answer?.body.toString() ?? ''
    if (!page.includes('<ListBucketResult'))
      throw new StorageUnavailable('The storage did not answer with a list of its files.', false)
    for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      yield {
        key: textOf(object, 'Key'),
        bytes: Number(textOf(object, 'Size')),
        modifiedAt: Date.parse(textOf(object, 'LastModified')),
        etag: textOf(object, 'ETag').replaceAll('"', ''),
      }
    }
    next = textOf(page, 'NextContinuationToken') || undefined
  } while (next !== undefined)
}

/** The text of an element without children, or '' without that element. */
export const textOf = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
