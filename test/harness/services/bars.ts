import { inflateSync } from 'node:zlib'
import { code128 } from '#server/platform/pdf/barcode/code128.ts'

const START = { '211214': 'B', '211232': 'C' } as const
const CHANGE = new Map([
  ['113141', 'C'],
  ['114131', 'B'],
])
const STOP_LENGTH = 7

const symbolsOf = (widths: readonly number[]) =>
  Array.from({ length: (widths.length - STOP_LENGTH) / 6 }, (_, at) =>
    widths.slice(at * 6, at * 6 + 6).join(''),
  )

/** The pattern of each text that one symbol of a set writes. */
const patternsOf = (texts: readonly string[], at: number) =>
  new Map(texts.map((text) => [symbolsOf(code128(text))[at] ?? '', text.slice(-2 + (at === 1 ? 1 : 0))]))

const sets = {
  B: patternsOf(
    Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
    1,
  ),
  C: patternsOf(
    Array.from({ length: 100 }, (_, pair) => `00${String(pair).padStart(2, '0')}`),
    2,
  ),
}

/** The texts of the barcodes of a PDF, read as a scanner does: from where its bars begin and how wide they are. */
export function readBars(bytes: Uint8Array): string[] {
  return pageContents(bytes).flatMap((content) =>
    // The bars of a code are the rectangles of one black area.
    Array.from(content.matchAll(/((?:[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\s+){8,})/g), ([area]) => readArea(area)),
  )
}

function pageContents(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  const contents: string[] = []
  let end = 0
  for (;;) {
    const start = file.indexOf('stream\n', end)
    if (start < 0) return contents
    end = file.indexOf('\nendstream', start)
    try {
      contents.push(inflateSync(file.subarray(start + 7, end)).toString('latin1'))
    } catch {
      // Another kind of stream, such as an image.
    }
    end += '\nendstream'.length
  }
}

function readArea(area: string): string {
  const bars = Array.from(area.matchAll(/([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re/g), ([, x, width]) => ({
    x: Number(x),
    width: Number(width),
  }))
  const all = bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1]
    return next ? [width, next.x - x - width] : [width]
  })
  // The stop character alone has thirteen modules; the whole code tells how wide one is.
  const modules = ((all.length - STOP_LENGTH) / 6) * 11 + 13
  const module = all.reduce((sum, width) => sum + width, 0) / modules
  return decode(all.map((width) => Math.round(width / module)))
}

function decode(widths: readonly number[]): string {
  const [start = '', ...symbols] = symbolsOf(widths)
  let set: 'B' | 'C' = START[start as keyof typeof START]
  let text = ''
  for (const symbol of symbols.slice(0, -1)) {
    const change = CHANGE.get(symbol)
    // Both are characters of their own in the other set.
    if (change !== undefined && change !== set) set = change as 'B' | 'C'
    else text += sets[set].get(symbol) ?? '?'
  }
  // The check digit is right if the encoder makes the same bars of the text.
  if (code128(text).join('') !== widths.join('')) throw new Error(`The bars of “${text}” do not check`)
  return text
}
