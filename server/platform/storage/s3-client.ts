import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { createBreaker } from './breaker.ts'
import { StorageUnavailable } from './storage.ts'

/** A bucket of S3 or of a server that speaks its protocol. */
export interface S3Bucket {
  bucket: string
  /** Scheme, host and port; undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is a part of the path rather than of the host. */
  pathStyle: boolean
}

export interface S3Limits {
  attempts: number
  /** Of one attempt, from the first byte sent to the last received. */
  timeoutMs: number
  /** Whether calls fail at once for a while after several have failed. */
  breaks?: boolean
}

/** For a visitor who waits. The two attempts of a `stat` within a transaction end before the database ends the transaction. */
export const requestLimits: S3Limits = { attempts: 2, timeoutMs: 1250, breaks: true }
/** For jobs and commands. */
export const jobLimits: S3Limits = { attempts: 5, timeoutMs: 30_000 }

const FIRST_PAUSE_MS = 100

export interface S3Call {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array | string
  timeoutMs?: number
}

export interface S3Answer {
  headers: Headers
  body: Buffer
}

export interface S3Client {
  /** Sends one call, again if it may help. Undefined for an unknown key; throws `StorageUnavailable` for any other refusal. */
  send(method: string, key: string, call?: S3Call): Promise<S3Answer | undefined>
  /** Opens the body of a file as a stream. The signal ends it. */
  open(key: string, signal: AbortSignal): Promise<Response | undefined>
  /** An address that opens a file without a key for 24 hours. It stays the same for twelve. */
  signedUrl(key: string): Promise<string>
}

const HALF_DAY_MS = 43_200_000
const DAY_S = 86_400

/** A client for one bucket. It connects with the first call. */
export function createS3Client(bucket: S3Bucket, limits: S3Limits): S3Client {
  const { accessKeyId, secretAccessKey, region } = bucket
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const base = baseUrl(bucket)
  const breaker = limits.breaks ? createBreaker() : undefined

  const attempt = async (method: string, key: string, signal: AbortSignal, call: S3Call) => {
    const url = `${base}${key}${call.query ? `?${new URLSearchParams(call.query).toString()}` : ''}`
    // A copy, because `fetch` takes no memory that threads share.
    const body = call.body instanceof Uint8Array ? new Uint8Array(call.body) : call.body
    // The server compares the hash with what arrives.
    const headers = {
      ...call.headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const request = await aws.sign(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    return fetch(request, { signal, redirect: 'manual' })
  }

  const whole = async (method: string, key: string, call: S3Call) => {
    const timeoutMs = call.timeoutMs ?? limits.timeoutMs
    try {
      const response = await attempt(method, key, AbortSignal.timeout(timeoutMs), call)
      const body = Buffer.from(await response.arrayBuffer())
      const announced = response.headers.get('content-length')
      if (method !== 'HEAD' && announced !== null && Number(announced) !== body.length)
        throw new Error('the answer is cut')
      return { status: response.status, headers: response.headers, body }
    } catch (error) {
      throw unreachable(base, timeoutMs, error)
    }
  }

  return {
    async send(method, key, call = {}) {
      breaker?.require(base)
      for (let tried = 1; ; tried++) {
        try {
          const { status, headers, body } = await whole(method, key, call)
          const failure = refusal(bucket, status, body.toString('latin1', 0, 2000))
          if (failure) throw failure
          breaker?.succeed()
          return status === 404 ? undefined : { headers, body }
        } catch (error) {
          if (!(error instanceof StorageUnavailable)) throw error
          if (error.isTemporary && tried < limits.attempts) await wait(FIRST_PAUSE_MS * 4 ** (tried - 1))
          else {
            breaker?.fail()
            throw error
          }
        }
      }
    },

    async open(key, signal) {
      const response = await attempt('GET', key, signal, {}).catch((error: unknown) => {
        throw unreachable(base, limits.timeoutMs, error)
      })
      if (response.status === 200) return response
      const failure = refusal(bucket, response.status, await response.text())
      if (failure) throw failure
      return undefined
    },

    async signedUrl(key) {
      const from = new Date(Math.floor(Date.now() / HALF_DAY_MS) * HALF_DAY_MS)
      const datetime = from.toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
      const url = `${base}${key}?X-Amz-Expires=${DAY_S}`
      return (await aws.sign(url, { aws: { signQuery: true, datetime } })).url
    },
  }
}

/** Where browsers find the files of a bucket: scheme, host and port. */
export const originOf = (bucket: S3Bucket): string => new URL(baseUrl(bucket)).origin

/** Ends with a slash. */
function baseUrl({ bucket, endpoint, region, pathStyle }: S3Bucket): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  return pathStyle ? `${url.origin}/${bucket}/` : `${url.origin}/`
}

function unreachable(base: string, timeoutMs: number, error: unknown): StorageUnavailable {
  const { host } = new URL(base)
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError' || name === 'AbortError')
    return new StorageUnavailable(`The storage ${host} did not answer within ${timeoutMs / 1000} s.`, true)
  const detail = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message
  return new StorageUnavailable(`The storage ${host} cannot be reached: ${detail}.`, true)
}

/** Undefined if the call succeeded, or if only the key is unknown. */
function refusal(bucket: S3Bucket, status: number, text: string): StorageUnavailable | undefined {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
  if ((status >= 200 && status < 300) || (status === 404 && code !== 'NoSuchBucket')) return undefined
  const { host } = new URL(baseUrl(bucket))
  const isTemporary = status >= 500 || status === 429
  const reason =
    code === 'NoSuchBucket'
      ? `The storage ${host} has no bucket "${bucket.bucket}".`
      : `The storage ${host} refuses with ${status}${code ? ` ${code}` : ''}.`
  return new StorageUnavailable(reason, isTemporary)
}
