import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import sharp, { type Metadata } from 'sharp'
import { pictureWidths } from '#contract/links.ts'
import { AppError } from '#server/http/errors.ts'
import { limitConcurrency } from './concurrency.ts'
import type { Storage } from './storage.ts'

// Many small pictures: one thread each and nothing kept between them is quickest, and leaves memory to the shop.
sharp.concurrency(1)
sharp.cache(false)
// Loaders that nobody needs are attack surface; SVG alone could read files and fetch addresses.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})

const maxBytes = 20 * 1024 * 1024
const maxPixels = 50_000_000
const maxSide = 1920

// Two of libuv's four threads at most, so that files and passwords never wait for pictures.
const pictureWork = limitConcurrency(Math.min(2, Math.max(1, availableParallelism() - 1)))
const mostAtOnce = 24

/** A picture as it lies in the storage: its name there, size in pixels and in bytes. */
export interface StoredPicture {
  file: string
  width: number
  height: number
  bytes: number
}

/**
 * Re-encodes an uploaded picture and stores it under a name made from its content: upright, without metadata, WebP, at
 * most 1920 pixels on the long side. Throws AppError 400, 413 or 415 with a sentence where the file is no such picture.
 */
export async function storePicture(storage: Storage, bytes: Uint8Array): Promise<StoredPicture> {
  await requirePicture(bytes)
  const { data, info } = await pictureWork.run(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82, effort: 4 })
        .timeout({ seconds: 10 })
        .toBuffer({ resolveWithObject: true })
    } catch {
      throw new AppError(400, 'picture_broken', 'This picture is damaged. Save it again and retry')
    }
  })
  const file = nameOf(data)
  await storage.put(file, data)
  return { file, width: info.width, height: info.height, bytes: data.length }
}

/** Stores one of the shop's own pictures as it is: WebP, within 1920 pixels, without metadata. Not for uploads. */
export async function adoptPicture(storage: Storage, bytes: Uint8Array): Promise<StoredPicture> {
  const { format, width, height, exif } = await sharp(bytes).metadata()
  if (format !== 'webp' || exif || Math.max(width, height) > maxSide) {
    throw new Error(`Not in the form that pictures are kept in: ${format}, ${width} × ${height}`)
  }
  const file = nameOf(bytes)
  if (!(await storage.exists(file))) await storage.put(file, bytes)
  return { file, width, height, bytes: bytes.length }
}

async function requirePicture(bytes: Uint8Array): Promise<void> {
  const tooLarge = 'This picture is too large: at most 20 MB and 50 million pixels'
  if (bytes.length > maxBytes) throw new AppError(413, 'picture_too_large', tooLarge)
  const header = await readHeader(bytes)
  if (!header) {
    const sentence = 'This file is not a picture that can be shown: choose a JPEG, PNG, WebP, AVIF or GIF'
    throw new AppError(415, 'picture_type', sentence)
  }
  if (header.width * header.height > maxPixels) throw new AppError(413, 'picture_too_large', tooLarge)
  if (hidesDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    const sentence = 'This file hides something else behind a picture and was refused'
    throw new AppError(400, 'picture_suspicious', sentence)
  }
}

async function readHeader(bytes: Uint8Array): Promise<Metadata | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    return undefined
  }
}

// Re-encoding would drop all of this anyway; a file made to be two things at once is not an honest upload. A film after
// the picture is not looked for: phones write that.
function hidesDocument(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const endOfZip = bytes.subarray(-66_000).includes('PK\x05\x06', 0, 'latin1')
  return endOfZip || /<(?:script|html|iframe|\?php|!doctype)[\s>]|%PDF-1/i.test(text)
}

function nameOf(bytes: Uint8Array): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.webp`
}

/** Removes a stored picture with its scaled forms. */
export async function removePicture(storage: Storage, file: string): Promise<void> {
  const hash = file.replace(/\.webp$/, '')
  const scaled = pictureWidths.flatMap((width) => [`${hash}-${width}.webp`, `${hash}-${width}.avif`])
  await Promise.all([file, ...scaled].map((name) => storage.remove(name)))
}

/** A picture on its way to a browser. The bytes behind an immutable one never change under its address. */
export interface ServedPicture {
  body: Buffer
  /** Media type */
  type: 'image/webp' | 'image/avif'
  immutable: boolean
}

/**
 * The picture behind an address below /uploads: `<hash>.webp` whole, `<hash>-<width>.webp` or `.avif` scaled to one of
 * `pictureWidths`. A scaled one is made when it is first asked for, and kept. Undefined where there is no such picture.
 */
export async function servePicture(storage: Storage, name: string): Promise<ServedPicture | undefined> {
  const [, hash, digits, type] = /^([0-9a-f]{20})(?:-([1-9]\d{2,3}))?\.(webp|avif)$/.exec(name) ?? []
  const width = Number(digits)
  const known = digits === undefined ? type === 'webp' : pictureWidths.some((offered) => offered === width)
  if (!known || (type !== 'webp' && type !== 'avif')) return undefined

  const kept = await storage.get(name)
  if (kept) return { body: kept, type: `image/${type}`, immutable: true }
  if (digits === undefined) return undefined
  const master = await storage.get(`${hash}.webp`)
  if (!master) return undefined
  return scaleOnce(storage, { hash: `${hash}`, master, width, type })
}

interface Scaling {
  hash: string
  master: Buffer
  width: number
  type: 'webp' | 'avif'
}

const inFlight = new WeakMap<Storage, Map<string, Promise<ServedPicture>>>()

// Everyone who asks for the same picture meanwhile waits for the same work.
async function scaleOnce(storage: Storage, scaling: Scaling): Promise<ServedPicture> {
  const running = inFlight.get(storage) ?? new Map<string, Promise<ServedPicture>>()
  inFlight.set(storage, running)
  const key = `${scaling.hash}-${scaling.width}.${scaling.type}`
  const work = running.get(key)
  if (work) return work
  // Too many at once: the whole picture now rather than the right size in a while.
  if (running.size >= mostAtOnce) return { body: scaling.master, type: 'image/webp', immutable: false }
  const started = scale(storage, scaling).finally(() => running.delete(key))
  running.set(key, started)
  return started
}

async function scale(storage: Storage, { hash, master, width, type }: Scaling): Promise<ServedPicture> {
  const original = await sharp(master).metadata()
  if (width >= original.width && type === 'webp') return { body: master, type: 'image/webp', immutable: true }
  // Never scaled up: a width above the original's is answered with the original's, made once for all of them.
  const file = `${hash}-${Math.min(width, original.width)}.${type}`
  let body = await storage.get(file)
  if (!body) {
    body = await pictureWork.run(() => encode(master, width, type))
    await storage.put(file, body)
  }
  return { body, type: `image/${type}`, immutable: true }
}

// The efforts are where more time stops buying bytes: see docs/decisions/013-pictures-when-asked-for.md.
function encode(master: Buffer, width: number, type: 'webp' | 'avif'): Promise<Buffer> {
  const scaled = sharp(master).resize({ width, withoutEnlargement: true })
  return type === 'webp'
    ? scaled.webp({ quality: 78, effort: 2 }).toBuffer()
    : scaled.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer()
}
