import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import sharp, { type Metadata } from 'sharp'
import { imageWidths, jpegWidth } from '#contract/links.ts'
import { AppError } from '#server/http/errors.ts'
import { limitConcurrency } from './concurrency.ts'
import { mediaTypes, type Storage } from './storage/storage.ts'

// For many small images, one thread each and no cache is fastest and saves memory.
sharp.concurrency(1)
sharp.cache(false)
// Unused loaders are attack surface: SVG can read files and fetch URLs.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})

const MAX_BYTES = 20 * 1024 * 1024
const MAX_PIXELS = 50_000_000
const MAX_SIDE_PX = 20_000
/** Panoramas reach 10. A narrower image would be a line of one pixel after scaling. */
const MAX_PROPORTION = 20
const MAX_STORED_SIDE_PX = 1920

// Uses at most two of libuv's four threads, so that file access never waits for images.
const imageWork = limitConcurrency(Math.min(2, Math.max(1, availableParallelism() - 1)))
const MAX_SCALING = 24

/** An image in the storage; width and height in pixels. */
export interface StoredImage {
  file: string
  width: number
  height: number
  bytes: number
}

/**
 * Re-encodes an upload as upright WebP without metadata, at most 1920 pixels on the long side, and stores it under its content
 * hash. Throws AppError 400, 413 or 415 for other files.
 */
export async function storeImage(storage: Storage, bytes: Uint8Array): Promise<StoredImage> {
  await requireImage(bytes)
  const { data, info } = await imageWork.run(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize({
          width: MAX_STORED_SIDE_PX,
          height: MAX_STORED_SIDE_PX,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .webp({ quality: 82, effort: 4 })
        .timeout({ seconds: 10 })
        .toBuffer({ resolveWithObject: true })
    } catch {
      throw new AppError(400, 'image_broken', 'This image is damaged. Try another file.')
    }
  })
  const file = nameOf(data)
  await storage.put(file, data)
  return { file, width: info.width, height: info.height, bytes: data.length }
}

/** Stores an image of the project unchanged. It must be WebP without metadata, at most 1920 pixels. Not for uploads. */
export async function adoptImage(storage: Storage, bytes: Uint8Array): Promise<StoredImage> {
  const { format, width, height, exif } = await sharp(bytes).metadata()
  if (format !== 'webp' || exif || Math.max(width, height) > MAX_STORED_SIDE_PX) {
    throw new Error(`Not a stored-image format: ${format}, ${width} × ${height}`)
  }
  const file = nameOf(bytes)
  if (!(await storage.exists(file))) await storage.put(file, bytes)
  return { file, width, height, bytes: bytes.length }
}

async function requireImage(bytes: Uint8Array): Promise<void> {
  if (bytes.length > MAX_BYTES) throw tooLarge('This image is larger than 20 MB')
  const header = await readHeader(bytes)
  if (!header) {
    throw new AppError(415, 'image_type', 'Choose a JPEG, PNG, WebP, AVIF or GIF image')
  }
  const { width, height } = header
  if (Math.max(width, height) > MAX_SIDE_PX)
    throw tooLarge('This image has more than 20,000 pixels on one side')
  if (width * height > MAX_PIXELS) throw tooLarge('This image has more than 50 megapixels')
  if (Math.max(width, height) > MAX_PROPORTION * Math.min(width, height)) {
    const message = 'This image is too narrow. Its long side can be up to 20 times its short side.'
    throw new AppError(400, 'image_proportion', message)
  }
  if (containsDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    throw new AppError(400, 'image_suspicious', 'This file contains more than an image. Try another file.')
  }
}

const tooLarge = (what: string) => new AppError(413, 'image_too_large', `${what}. Choose a smaller one.`)

async function readHeader(bytes: Uint8Array): Promise<Metadata | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    return undefined
  }
}

// Re-encoding drops this content anyway, but a file made to pass as two types is an attack. Videos after the image are
// allowed: phones append them.
function containsDocument(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const endOfZip = bytes.subarray(-66_000).includes('PK\x05\x06', 0, 'latin1')
  return endOfZip || /<(?:script|html|iframe|\?php|!doctype)[\s>]|%PDF-1/i.test(text)
}

function nameOf(bytes: Uint8Array): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.webp`
}

/** Deletes a stored image with its scaled versions. */
export async function removeImage(storage: Storage, file: string): Promise<void> {
  const hash = file.replace(/\.webp$/, '')
  const scaled = imageWidths.flatMap((width) => scaledTypes.map((type) => `${hash}-${width}.${type}`))
  await Promise.all([file, ...scaled].map((name) => storage.remove(name)))
}

type ScaledType = keyof typeof mediaTypes
const scaledTypes = Object.keys(mediaTypes) as ScaledType[]

/** An image for a browser. The URL of one with a `file` always serves the same bytes. */
export interface ServedImage {
  body: Buffer
  /** Media type */
  type: 'image/webp' | 'image/avif' | 'image/jpeg'
  /** Its name in the storage; undefined if another image has to do for a moment. */
  file: string | undefined
}

/**
 * Finds an image below /uploads: `<hash>.webp` in full, `<hash>-<width>.webp` or `.avif` scaled to one of `imageWidths`.
 * Programs that read neither get `<hash>-1280.jpg`. The first request for a size scales and stores it.
 */
export async function serveImage(storage: Storage, name: string): Promise<ServedImage | undefined> {
  const [, hash, digits, type] = /^([0-9a-f]{20})(?:-([1-9]\d{2,3}))?\.(webp|avif|jpg)$/.exec(name) ?? []
  const width = Number(digits)
  if (type !== 'webp' && type !== 'avif' && type !== 'jpg') return undefined
  const isOffered = type === 'jpg' ? width === jpegWidth : imageWidths.some((offered) => offered === width)
  if (digits === undefined ? type !== 'webp' : !isOffered) return undefined

  const stored = await storage.get(name)
  if (stored) return { body: stored, type: mediaTypes[type], file: name }
  if (digits === undefined) return undefined
  const master = await storage.get(`${hash}.webp`)
  if (!master) return undefined
  return scaleOnce(storage, { hash: `${hash}`, master, width, type })
}

/**
 * Makes the missing sizes of a stored image that pages ask for, one after the other, AVIF first. An image that is gone has
 * none.
 */
export async function makeSizes(storage: Storage, file: string): Promise<void> {
  const master = await storage.get(file)
  if (!master) return
  const hash = file.replace(/\.webp$/, '')
  const original = await sharp(master).metadata()
  for (const type of ['avif', 'webp'] as const) {
    for (const width of imageWidths.filter((offered) => offered <= original.width)) {
      if (await storage.exists(`${hash}-${width}.${type}`)) continue
      await scaleOnce(storage, { hash, master, width, type })
    }
  }
}

interface Scaling {
  hash: string
  master: Buffer
  width: number
  type: ScaledType
}

const inFlight = new WeakMap<Storage, Map<string, Promise<ServedImage>>>()

// Concurrent requests for the same size share one scaling (single-flight).
async function scaleOnce(storage: Storage, scaling: Scaling): Promise<ServedImage> {
  const running = inFlight.get(storage) ?? new Map<string, Promise<ServedImage>>()
  inFlight.set(storage, running)
  const key = `${scaling.hash}-${scaling.width}.${scaling.type}`
  const work = running.get(key)
  if (work) return work
  // Under load the full image now is better than the right size later.
  if (running.size >= MAX_SCALING) return { body: scaling.master, type: 'image/webp', file: undefined }
  const started = scale(storage, scaling).finally(() => running.delete(key))
  running.set(key, started)
  return started
}

async function scale(storage: Storage, { hash, master, width, type }: Scaling): Promise<ServedImage> {
  const original = await sharp(master).metadata()
  if (width >= original.width && type === 'webp')
    return { body: master, type: 'image/webp', file: `${hash}.webp` }
  // Larger widths share one file at the original width, because images are never enlarged.
  const file = `${hash}-${Math.min(width, original.width)}.${type}`
  let body = await storage.get(file)
  if (!body) {
    body = await imageWork.run(() => encode(master, width, type))
    await storage.put(file, body)
  }
  return { body, type: mediaTypes[type], file }
}

// Higher efforts take more time but save hardly any bytes: see docs/decisions/007-images.md.
function encode(master: Buffer, width: number, type: ScaledType): Promise<Buffer> {
  const scaled = sharp(master).resize({ width, withoutEnlargement: true })
  // JPEG has no transparency.
  if (type === 'jpg') return scaled.flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer()
  return type === 'webp'
    ? scaled.webp({ quality: 78, effort: 2 }).toBuffer()
    : scaled.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer()
}
