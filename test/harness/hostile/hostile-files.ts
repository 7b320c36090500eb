import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { randomNumbers } from '../data/catalog.ts'

/** A file that an attacker uploads instead of an image. */
export interface HostileFile {
  what: string
  name: string
  type: string
  bytes: Buffer
}

const script = '<script>alert(document.domain)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
const endOfZip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

/** File names that imitate paths, headers or programs. */
const names = [
  'image.png',
  '../../../haat-escaped.webp',
  '..\\..\\haat-escaped.webp',
  '/tmp/haat-escaped.webp',
  'file:///tmp/haat-escaped.webp',
  'nul\0.png',
  'image.png\0.html',
  'a.php',
  'a.svg',
  'index.html',
  '.htaccess',
  'con.png',
  '%2e%2e%2fhaat-escaped.webp',
  `${'long'.repeat(500)}.png`,
  'क🫖\u202egnp.exe',
  '',
]
const types = ['image/png', 'image/svg+xml', 'text/html', 'application/x-php', 'image/webp', '']

/**
 * A deterministic list of hostile files: no image, an image that is also something else, broken, empty, too large, or
 * a decompression bomb, with all kinds of names and types.
 */
export async function hostileFiles(count: number): Promise<HostileFile[]> {
  const bases = await baseFiles()
  const random = randomNumbers(count)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  return Array.from({ length: count }, (_, i) => {
    const [what, bytes] = bases[i % bases.length] as (typeof bases)[number]
    const name = names[i % names.length] as string
    const type = pick(types)
    // After the first round each file is broken in a different way.
    if (i < bases.length || bytes.length === 0) return { what, name, type, bytes }
    const broken = Buffer.from(bytes)
    for (let hits = 0; hits < 8; hits++)
      broken[Math.floor(random() * Math.min(broken.length, 4000))] = Math.floor(random() * 256)
    return {
      what: `${what}, broken ${i}`,
      name,
      type,
      bytes: random() < 0.5 ? broken : broken.subarray(0, Math.floor(broken.length * random())),
    }
  })
}

async function baseFiles(): Promise<[string, Buffer][]> {
  const noise = () =>
    sharp({
      create: {
        width: 90,
        height: 60,
        channels: 3,
        background: '#c96',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
  const [png, jpeg, webp, gif, avif] = await Promise.all([
    noise().png().toBuffer(),
    noise().jpeg().toBuffer(),
    noise().webp().toBuffer(),
    noise().gif().toBuffer(),
    noise().avif().toBuffer(),
  ])
  const text = (content: string) => Buffer.from(content)
  const behind = (image: Buffer, ...more: (Buffer | string)[]) =>
    Buffer.concat([image, ...more.map((part) => Buffer.from(part))])
  return [
    ['an SVG', text(svg)],
    [
      'an SVG with a prologue',
      text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    ],
    ['a page', text(`<!doctype html><html>${script}</html>`)],
    ['PHP', text('<?php system($_GET[0]);')],
    ['PDF', text('%PDF-1.7\n%%EOF')],
    ['ZIP', endOfZip],
    ['MVG', text('push graphic-context\nfill \'url(https://example.com/x.png"|id")\'\npop graphic-context')],
    ['PostScript', text('%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (w) file')],
    ['ELF', behind(text('\x7fELF'), Buffer.alloc(200))],
    ['one byte', text('x')],
    ['nothing', Buffer.alloc(0)],
    ['GIF and JavaScript', text('GIF89a/*\x01\x00*/=1;alert(1)//')],
    ['GIF and a page', behind(gif, script)],
    ['JPEG and ZIP', behind(jpeg, endOfZip)],
    ['PNG and a page', behind(png, `<html>${script}</html>`)],
    ['PNG and PHP', behind(png, '<?php system($_GET[0]); ?>')],
    ['JPEG and PDF', behind(jpeg, '%PDF-1.4\n')],
    ['WebP and SVG', behind(webp, svg)],
    ['half a PNG', png.subarray(0, png.length / 2)],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
    ['half a WebP', webp.subarray(0, webp.length / 2)],
    ['half an AVIF', avif.subarray(0, avif.length / 2)],
    ['the head of a PNG', png.subarray(0, 33)],
    ['the head of a JPEG', jpeg.subarray(0, 20)],
    ['the head of a WebP', webp.subarray(0, 30)],
    ['a TIFF', await noise().tiff().toBuffer()],
    ['a PNG bomb', pngOf(16_000)],
    ['a PNG that lies about its size', pngOf(2 ** 31 - 1, 4)],
    ['a WebP bomb', webpClaiming(16_000)],
    ['20 MB and a byte', behind(jpeg, Buffer.alloc(20 * 1024 * 1024 + 1 - jpeg.length))],
    ['a real PNG', png],
    ['a real JPEG', jpeg],
    ['a real AVIF', avif],
    ['a real GIF', gif],
  ]
}

/**
 * A PNG of one colour, one bit per pixel, with that many pixels per side. `rows` makes it shorter than its header
 * says.
 */
function pngOf(side: number, rows = side): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const data = deflateSync(Buffer.alloc(Math.min(rows * (1 + Math.ceil(side / 8)), 40_000_000)))
  const chunk = (name: string, content: Buffer) => {
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(content.length, 0)
    frame.write(name, 4)
    return Buffer.concat([frame, content, Buffer.alloc(4)])
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A lossless WebP whose header claims that many pixels per side. */
function webpClaiming(side: number): Buffer {
  const data = Buffer.alloc(64)
  data[0] = 0x2f
  data.writeUInt32LE(((side - 1) | ((side - 1) << 14)) >>> 0, 1)
  const head = Buffer.alloc(20)
  head.write('RIFF', 0)
  head.writeUInt32LE(12 + data.length, 4)
  head.write('WEBPVP8L', 8)
  head.writeUInt32LE(data.length, 16)
  return Buffer.concat([head, data])
}
