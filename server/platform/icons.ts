import sharp from 'sharp'
import './images.ts'

/** A wider image would be a thin line in a square. */
const MAX_PROPORTION = 2

/** Whether the image is still readable in a square. */
export async function fitsIcon(image: Uint8Array): Promise<boolean> {
  const { width, height } = await sharp(image).metadata()
  return Math.max(width, height) <= MAX_PROPORTION * Math.min(width, height)
}

/** A square PNG with the whole image on white. `share` is the part of the side that the image takes, up to 1. */
export async function drawIcon(image: Uint8Array, sizePx: number, share = 1): Promise<Buffer> {
  const inner = Math.round(sizePx * share)
  const before = Math.floor((sizePx - inner) / 2)
  const after = sizePx - inner - before
  const background = '#ffffff'
  return sharp(image)
    .resize(inner, inner, { fit: 'contain', background: share === 1 ? '#ffffff00' : background })
    .extend({ top: before, bottom: after, left: before, right: after, background })
    .png({ palette: true })
    .toBuffer()
}

/** A PNG of at most 255 pixels as an ICO file: https://en.wikipedia.org/wiki/ICO_(file_format) */
export function toIco(png: Buffer, sizePx: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one image
  header.writeUInt8(sizePx, 6)
  header.writeUInt8(sizePx, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
