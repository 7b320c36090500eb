import { crc32, deflateSync } from 'node:zlib'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adoptImage, removeImage, serveImage, storeImage } from './images.ts'
import { folderStorage } from './storage/folder-storage.ts'
import type { Storage } from './storage/storage.ts'

let folder: string
let storage: Storage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-images-'))
  storage = folderStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })
const jpeg = () => plain(60, 40).jpeg().toBuffer()

describe('storing', () => {
  test('stores an upright WebP without metadata, within 1920 pixels', async () => {
    const photo = plain(3000, 1500).withExifMerge({ IFD3: { GPSLatitudeRef: 'N' } })
    const bytes = await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const stored = await storeImage(storage, bytes)
    expect(stored).toMatchObject({
      width: 960,
      height: 1920,
      file: expect.stringMatching(/^[0-9a-f]{20}\.webp$/),
    })
    const written = await readFile(join(folder, stored.file))
    expect(written.length).toBe(stored.bytes)
    const { format, exif, orientation } = await sharp(written).metadata()
    expect({ format, exif, orientation }).toEqual({ format: 'webp', exif: undefined, orientation: undefined })
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('accepts %s', async (format) => {
    const stored = await storeImage(storage, await plain(64, 48).toFormat(format).toBuffer())
    expect(stored).toMatchObject({ width: 64, height: 48 })
  })

  test('stores the same image as the same file', async () => {
    const first = await storeImage(storage, await jpeg())
    const files = await readdir(folder)
    expect(await storeImage(storage, await jpeg())).toEqual(first)
    expect(await readdir(folder)).toEqual(files)
  })

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const hostile: [string, number, () => Promise<Buffer>][] = [
    ['an empty file', 415, async () => Buffer.alloc(0)],
    ['text', 415, async () => Buffer.from('not an image')],
    ['HTML', 415, async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', 415, async () => Buffer.from(svg)],
    ['SVG behind an XML declaration', 415, async () => Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['TIFF', 415, () => plain(9, 9).tiff().toBuffer()],
    ['a script that begins like a GIF', 415, async () => Buffer.from('GIF89a/*;*/=0;alert(1)')],
    [
      'an image with HTML behind it',
      400,
      async () => Buffer.concat([await jpeg(), Buffer.from('<SCRIPT>1')]),
    ],
    [
      'an image with PHP in its comment',
      400,
      () =>
        plain(9, 9)
          .withExif({ IFD0: { Artist: '<?php 1' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'an image that is an archive too',
      400,
      async () => Buffer.concat([await jpeg(), Buffer.from('PK\x05\x06' + '\0'.repeat(18))]),
    ],
    ['half a JPEG', 400, async () => halfOf(await plain(400, 400).jpeg().toBuffer())],
    ['half a PNG', 400, async () => halfOf(await noise().png().toBuffer())],
    ['half a WebP', 415, async () => halfOf(await noise().webp().toBuffer())],
    ['a bomb of 16,000² pixels', 413, async () => bomb(16_000)],
    ['50,000,000 × 1 pixels', 413, async () => bomb(50_000_000, 1)],
    ['1 × 20,001 pixels', 413, async () => bomb(1, 20_001)],
    ['2,100 × 100 pixels', 400, () => plain(2_100, 100).png().toBuffer()],
    ['20 MB and a byte', 413, async () => Buffer.alloc(20 * 1024 * 1024 + 1)],
  ]
  test.each(hostile)('refuses %s with %i', async (_, status, make) => {
    const bytes = await make()
    const files = await readdir(folder)
    const before = process.cpuUsage()
    await expect(storeImage(storage, bytes)).rejects.toMatchObject({
      status,
      message: expect.stringMatching(/^(This|Choose) /),
    })
    // CPU time, unlike elapsed time, does not depend on the load of the machine.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2000)
    expect(await readdir(folder)).toEqual(files)
  })

  test('adopts project images unchanged and refuses others', async () => {
    const bytes = await plain(30, 20).webp().toBuffer()
    const adopted = await adoptImage(storage, bytes)
    expect(await storage.get(adopted.file)).toEqual(bytes)
    await expect(adoptImage(storage, await jpeg())).rejects.toThrow('jpeg, 60 × 40')
  })
})

describe('serving', () => {
  const hashOf = (file: string) => file.replace('.webp', '')
  const stored = async (width: number, height: number) =>
    hashOf((await storeImage(storage, await plain(width, height).png().toBuffer())).file)

  test('serves the full image and stores scaled ones in both types', async () => {
    const hash = await stored(1000, 500)
    const whole = await serveImage(storage, `${hash}.webp`)
    expect(whole).toMatchObject({ type: 'image/webp', file: `${hash}.webp` })
    for (const [type, format] of [
      ['webp', 'webp'],
      ['avif', 'heif'],
    ] as const) {
      const name = `${hash}-320.${type}`
      const small = await serveImage(storage, name)
      expect(small).toMatchObject({ type: `image/${type}`, file: expect.any(String) as string })
      expect(await sharp(small?.body).metadata()).toMatchObject({ format, width: 320, height: 160 })
      expect(await storage.get(name)).toEqual(small?.body)
      expect(await serveImage(storage, name)).toEqual(small)
    }
  })

  test('serves programs that read no WebP one JPEG', async () => {
    const hash = await stored(1600, 800)
    const served = await serveImage(storage, `${hash}-1280.jpg`)
    expect(served).toMatchObject({ type: 'image/jpeg', file: `${hash}-1280.jpg` })
    expect(await sharp(served?.body).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 640 })
    expect(await serveImage(storage, `${hash}-1280.jpg`)).toEqual(served)
    for (const name of [`${hash}.jpg`, `${hash}-640.jpg`, `${hash}.avif`])
      expect(await serveImage(storage, name)).toBeUndefined()
    await removeImage(storage, `${hash}.webp`)
    expect(await storage.exists(`${hash}-1280.jpg`)).toBe(false)
  })

  test('never enlarges an image', async () => {
    const hash = await stored(500, 300)
    expect(await serveImage(storage, `${hash}-640.webp`)).toEqual(await serveImage(storage, `${hash}.webp`))
    const avif = await serveImage(storage, `${hash}-640.avif`)
    expect(await sharp(avif?.body).metadata()).toMatchObject({ width: 500 })
    expect(await serveImage(storage, `${hash}-1920.avif`)).toEqual(avif)
    expect(await storage.exists(`${hash}-1920.avif`)).toBe(false)
  })

  test('scales an image once for concurrent requests', async () => {
    const hash = await stored(800, 800)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => serveImage(storage, `${hash}-160.avif`)),
    )
    expect(new Set(answers.map((answer) => answer?.body)).size).toBe(1)
  })

  test('serves the full image, uncached, while too many are being scaled', async () => {
    const hashes = await Promise.all(Array.from({ length: 40 }, (_, i) => stored(100 + i, 200)))
    const answers = await Promise.all(hashes.map((hash) => serveImage(storage, `${hash}-160.avif`)))
    const hurried = answers.filter((answer) => answer?.type === 'image/webp')
    expect(hurried.length).toBeGreaterThan(0)
    expect(hurried.every((answer) => answer?.file === undefined)).toBe(true)
    expect(await serveImage(storage, `${hashes[39]}-160.avif`)).toMatchObject({
      type: 'image/avif',
      file: `${hashes[39]}-139.avif`,
    })
  })

  test.each(['', '.', '..', '../secret', 'x.webp', `${'a'.repeat(20)}.webp`, `${'a'.repeat(20)}-160.webp`])(
    'nothing at %j',
    async (name) => expect(await serveImage(storage, name)).toBeUndefined(),
  )

  test('serves only the widths and types that pages use', async () => {
    const hash = await stored(900, 900)
    for (const name of [
      `${hash}-161.webp`,
      `${hash}-0160.webp`,
      `${hash}.avif`,
      `${hash}-160.png`,
      `${hash}-99999.webp`,
    ]) {
      expect(await serveImage(storage, name)).toBeUndefined()
    }
  })
})

function noise(): Sharp {
  return sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
}

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

/** A black-and-white PNG with this side length: 39 kB that would decode to gigabytes. */
function bomb(width: number, height = width): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
