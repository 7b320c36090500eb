import { expect, test } from 'vitest'
import { readBars } from '#test/harness/services/bars.ts'
import { renderPdf } from '../pdf-renderer.ts'
import { code128 } from './code128.ts'

// Another program, bwip-js 4.11.4, made these patterns.
test.each([
  ['2026-000123', '2112322212313212211141311221321131412122222221223121311212412331112'],
  ['A-12-3', '2112141113231221321232212232111221322211322131312331112'],
  ['HAAT', '2112142311131113231113232133112222212331112'],
])('%s is as another program writes it', (text, pattern) => {
  expect(code128(text).join('')).toBe(pattern)
})

test('every character has eleven modules, and its bars an even number of them', () => {
  // The x between digits keeps them single.
  const text = Array.from({ length: 95 }, (_, index) => `${String.fromCharCode(32 + index)}x`).join('')
  const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0')).join('')
  for (const widths of [code128(text), code128(pairs)]) {
    const symbols = Array.from({ length: (widths.length - 7) / 6 }, (_, n) => widths.slice(n * 6, n * 6 + 6))
    for (const symbol of symbols) {
      expect(symbol.reduce((sum, width) => sum + width, 0)).toBe(11)
      expect([0, 2, 4].reduce((sum, bar) => sum + (symbol[bar] ?? 0), 0) % 2).toBe(0)
    }
  }
  const shapes = (widths: number[]) => new Set(widths.slice(6, -13).join('').match(/.{6}/g))
  expect([shapes(code128(text)).size, shapes(code128(pairs)).size]).toEqual([95, 100])
})

test('the bars of a PDF are those of the code, at most as wide as the page', async () => {
  const blocks = [{ kind: 'barcode', text: 'SHOP/2026-27/000123', height: 40 }] as const
  const bytes = await renderPdf({ title: 'Label', author: 'Shop', countries: [], size: 'label', blocks })
  expect(readBars(bytes)).toEqual(['SHOP/2026-27/000123'])
})

test('a text that scanners cannot type is refused', () => {
  expect(() => code128('Größe')).toThrow('printable ASCII')
})
