import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { asRead, namesByScript } from '#test/harness/data/scripts.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { renderPdf } from './pdf-renderer.ts'
import { isPlain } from './printable.ts'
import { layOut } from './text-layout.ts'

const lay = (text: string, { width = 100, countries = [] as string[] } = {}) =>
  layOut(text, { base: 'regular', width, countries })

/** The glyphs of a text with their distance from the left end of their line, in the order of reading. */
const glyphsOf = (text: string, options = {}) =>
  lay(text, options).flatMap(({ runs }) =>
    runs.flatMap(({ run, left }) =>
      run.glyphs.map((glyph) => ({ ...glyph, font: run.font.name, left: left + glyph.left })),
    ),
  )

/** The words of a text in the order in which they are seen on one line from left to right. */
const seen = (text: string) =>
  glyphsOf(text)
    .filter((glyph) => glyph.text.trim())
    .sort((a, b) => a.left - b.left)
    .map((glyph) => glyph.text)
    .join('')

const linesOf = (text: string, width: number) =>
  lay(text, { width }).map(({ runs }) =>
    runs
      .flatMap(({ run }) => run.glyphs)
      .sort((a, b) => a.offset - b.offset)
      .map((glyph) => glyph.text)
      .join(''),
  )

const render = (lines: string[], countries: string[] = []) =>
  renderPdf({
    title: 'Slip',
    author: 'Shop',
    countries,
    blocks: [
      {
        kind: 'columns',
        columns: [
          { heading: 'Names', lines },
          { heading: 'Other', lines: [] },
        ],
      },
    ],
  })

const read = async (...content: Parameters<typeof render>) =>
  asRead((await readPdf(await render(...content))).text)

/** The first page, as a reader sees it. */
const pageOf = async (...content: Parameters<typeof render>) =>
  (await getDocumentProxy(await render(...content))).getPage(1)

describe.each(Object.entries(namesByScript))('%s', (_script, name) => {
  test('is read back from the document as it was written', async () => {
    expect(await read([name])).toContain(asRead(name))
  })

  test('has a glyph for each character', () => {
    const glyphs = glyphsOf(name)
    expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
    expect(glyphs.map(({ text }) => text).join('')).not.toContain('?')
    expect(asRead(name).replaceAll(/\s/g, '').length).toBeLessThanOrEqual(
      glyphs.map(({ text }) => text.replaceAll(/\s/g, '')).join('').length,
    )
  })

  test('runs in its direction', () => {
    const isRtl = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(name)
    const [line] = lay(name)
    const byReading = glyphsOf(name)
      .filter(({ text }) => text.trim())
      .sort((a, b) => a.offset - b.offset)
    const distance = (byReading.at(-1)?.left ?? 0) - (byReading[0]?.left ?? 0)
    expect(line?.isRtl).toBe(isRtl)
    if (isRtl) expect(distance).toBeLessThan(0)
    else expect(distance).toBeGreaterThan(0)
  })
})

test('joins Arabic letters and composes Indian syllables', () => {
  const shapesOf = (text: string) => new Set(glyphsOf(text).map(({ id }) => id))
  // Alone, at the start, within and at the end of a word, heh has four forms.
  const [alone, joined] = [shapesOf('ه'), shapesOf('ههه')]
  expect(joined.size).toBe(3)
  expect([...joined].some((id) => alone.has(id))).toBe(false)
  expect(glyphsOf('क्ष').filter(({ width }) => width > 0)).toHaveLength(1)
  // The vowel sign stands before its consonant.
  const [first] = glyphsOf('கெ')
  expect(first).toMatchObject({ id: glyphsOf('ெ').find(({ width }) => width > 0)?.id, text: 'கெ' })
})

describe('lines of both directions', () => {
  test('keep numbers and Latin words in order', () => {
    expect(seen('Galaxy S24 هاتف (256 GB)')).toBe('GalaxyS24فتاه(256GB)')
    expect(seen('שדרות 12, דירה 5')).toBe('5הריד,12תורדש')
    expect(seen('كوب 350 ml')).toBe('ml350بوك')
    expect(seen('كوب (أزرق)')).toBe(')قرزأ(بوك')
  })

  test('are read back in the order of reading', async () => {
    const lines = ['Galaxy S24 هاتف ذكي (256 GB) أسود', 'רחוב הרצל 12, דירה 5', 'مكان نمبر 12، گلی 5']
    const text = (await read(lines)).replaceAll(' ', '')
    for (const line of lines) expect(text).toContain(line.replaceAll(' ', ''))
  })
})

test('lines that read from the right begin at the right of their column', async () => {
  const page = await pageOf(['Asha Rao', 'محمد', 'שולחן'])
  const { items } = await page.getTextContent()
  const placeOf = (text: string) => {
    const item = items.find((each) => 'str' in each && each.str === text)
    if (!item || !('str' in item)) throw new Error(`The document has no ${text}`)
    const left = Number(item.transform[4])
    return { left, right: left + item.width }
  }
  expect(placeOf('Asha Rao').left).toBeCloseTo(40)
  const columnEnd = placeOf('Other').left - 16
  expect(placeOf('محمد').right).toBeCloseTo(columnEnd, 0)
  expect(placeOf('שולחן').right).toBeCloseTo(columnEnd, 0)
})

test('the dots of letters are drawn, although they are no text', async () => {
  const { OPS } = await getResolvedPDFJS()
  const shapesIn = async (text: string) =>
    (await (await pageOf([text])).getOperatorList()).fnArray.filter((code) => code === OPS.constructPath)
      .length
  // Beh has a dot, and the same letter in old manuscripts has none.
  expect((await shapesIn('ببب')) - (await shapesIn('ٮٮٮ'))).toBe(3)
})

describe('line breaks', () => {
  test('fall between Thai words, which have no spaces', () => {
    const lines = linesOf('แก้วมัคเซรามิกทำมือสีเขียวขนาดใหญ่ใช้กับไมโครเวฟได้', 8)
    expect(lines.length).toBeGreaterThan(2)
    const words = new Intl.Segmenter('th', { granularity: 'word' })
    const edges = new Set(Array.from(words.segment(lines.join('')), ({ index }) => index))
    let offset = 0
    for (const line of lines) {
      expect(edges).toContain(offset)
      offset += line.length
    }
  })

  test('never put a Japanese comma or small letter first', () => {
    for (let width = 4; width < 12; width++)
      for (const line of linesOf('手作りのマグカップ、電子レンジ対応、チェック柄。', width))
        expect(line).not.toMatch(/^[、。ッェー]/)
  })

  test('fit the width, in the middle of a word only if it is wider than a line', () => {
    for (const text of ['முருகன் காந்தி சாலை மயிலாப்பூர்', 'محمد بن عبد الله', 'Ωμέγα αβγδεζηθικλμνξοπρστυφχψω'])
      for (const width of [3, 5, 6]) {
        const lines = lay(text, { width })
        expect(lines.length).toBeGreaterThan(1)
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(width + 0.01)
      }
    expect(linesOf('محمد بن عبد الله', 5)).toEqual(['محمد بن', 'عبد الله'])
  })
})

describe('Han characters', () => {
  const shapeOf = (text: string, countries: string[] = []) => {
    const [glyph] = glyphsOf(text, { countries })
    return `${glyph?.font} ${glyph?.id}`
  }

  test('have the form of the first East Asian country', () => {
    const shapes = ['JP', 'CN', 'TW', 'KR'].map((country) => shapeOf('骨', ['IN', country]))
    expect(new Set(shapes).size).toBe(4)
    expect(shapeOf('骨', ['HK', 'JP'])).toBe(shapeOf('骨', ['TW']))
    expect(shapeOf('骨')).toBe(shapeOf('骨', ['CN']))
  })

  test('are Japanese beside kana and Korean beside Hangul', () => {
    expect(shapeOf('骨の', ['CN'])).toBe(shapeOf('骨', ['JP']))
    expect(shapeOf('骨은', ['CN'])).toBe(shapeOf('骨', ['KR']))
  })

  test('are printed although they are rare', async () => {
    const names = ['𠮷野家', '髙島﨑', '㛃龘', '鄧䶮', '𬭚']
    const text = await read(names, ['CN'])
    for (const name of names) expect(text).toContain(name)
  })
})

describe('what no font has', () => {
  test('emoji are left out, with their joiners and spaces', async () => {
    const text = await read(['Tea 🍵❤️ for 👨‍👩‍👧 two 🇮🇳 1️⃣ ok', '🎉', 'شاي 🍵 أخضر'])
    expect(text).toContain('Tea for two 1 ok')
    expect(text.replaceAll(' ', '')).toContain('شايأخضر')
  })

  test('fancy letters become plain, and letters of other scripts a question mark', async () => {
    expect(await read(['𝓕𝓪𝓷𝓬𝔂 𝕋𝕖𝕩𝕥', 'ᚠᚢ rune'])).toContain('Fancy Text ?? rune')
  })

  test('no random text prints a missing glyph', () => {
    const blocks = [
      0x20, 0x5_90, 0x9_00, 0xe_00, 0x10_00, 0x17_80, 0x20_00, 0x30_00, 0xac_00, 0xff_00, 0x1_f3_00,
    ]
    for (const [index, start] of blocks.entries()) {
      const other = blocks[(index + 3) % blocks.length] ?? 0
      const codes = Array.from({ length: 256 }, (_, offset) => [start + offset, other + offset]).flat()
      const glyphs = glyphsOf(String.fromCodePoint(...codes), { width: 20 })
      expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
    }
  })
})

test('Latin, Greek and Cyrillic need no font of another script', () => {
  expect(isPlain(JSON.stringify({ text: 'Łódź – 3 × ₹1,299.00 “Ωμέγα” Їжак €5\n' }))).toBe(true)
  for (const name of ['अनिता', 'محمد', 'Thị', 'e\u0301', '漢']) expect(isPlain(name)).toBe(false)
})
