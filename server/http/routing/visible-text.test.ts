import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/index.ts'
import { secretText, text } from '#contract/fields.ts'
import { visibleText } from '#contract/visible-text.ts'
import { leavesOf } from '#test/harness/schema/walk-input.ts'

test.each([
  ['a zero-width space', '\u200b'],
  ['joiners', '\u200c\u200d'],
  ['a byte order mark', '\ufeff'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['a blank of Braille', '\u2800'],
  ['a soft hyphen between spaces', ' \u00ad '],
  ['tags', '\u{e0041}\u{e007f}'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['an override', '\u202e'],
  ['control characters', '\u0001\u007f\u009b'],
])('%s alone is empty', (_, invisible) => {
  expect(visibleText(invisible)).toBe('')
  expect(visibleText(`${invisible}\n${invisible}`).trim()).toBe('')
  expect(visibleText(`${invisible} Mug ${invisible}`).trim()).toBe('Mug')
})

test.each([
  ['Persian', 'می‌خواهم'],
  ['Marathi', 'र्‍य क्‍ष'],
  ['a Malayalam word that ends with a joiner', 'അവന്‍'],
  ['Khmer with word breaks', 'សួស្តី\u200bពិភពលោក'],
  ['German with a soft hyphen', 'Tee\u00adkanne'],
  ['Mongolian variants', 'ᠠ᠋'],
  ['an old chillu at the end of a sentence', 'അവന്‍.'],
  ['Hebrew with a direction mark', 'ספל\u200f (2)'],
  ['Arabic number signs', '\u0600\u0661'],
  ['combining marks', 'e\u0301 \u0302'],
  ['emoji', '👩🏽‍🚀 👨‍👩‍👧‍👦 ❤️ 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['lines and tabs', 'a\tb\r\n\nc'],
  ['spaces at the ends', ' a '],
])('%s stays as it is', (_, typed) => {
  expect(visibleText(typed)).toBe(typed)
})

test('removes control characters and overrides inside a text', () => {
  expect(visibleText('inv\u202eoice\u2066\u0007.pdf\u2069')).toBe('invoice.pdf')
})

test('takes a text as long as a page without delay', () => {
  expect(visibleText(`a${' \u200b'.repeat(50_000)}b`)).toHaveLength(100_002)
})

const invisible = '\u200b\u202e\u2800'

/** Whether people could store a text of this schema that shows nothing, or that reverses what follows. */
function letsInvisibleThrough(schema: z.core.$ZodType): boolean {
  if (schema._zod.def.type !== 'string') return false
  const alone = z.safeParse(schema, invisible)
  const inside = z.safeParse(schema, 'ab\u202ecd')
  return (
    (alone.success && typeof alone.data === 'string' && alone.data.trim() !== '') ||
    (inside.success && typeof inside.data === 'string' && inside.data.includes('\u202e'))
  )
}

/** Passwords and keys stay as they are, `remember` and `signIn` are yes or no. */
const isNoText = (path: string) => /^(password|apiKey|confirmpassword|current|remember|signIn)$/.test(path)

test('every text of the contract follows the rule', () => {
  const leaves = endpoints.flatMap(({ method, path, input }) =>
    leavesOf(input).map((leaf) => ({ name: `${method} ${path} ${leaf.path}`, ...leaf })),
  )
  expect(leaves.length).toBeGreaterThan(400)
  const typed = leaves.filter(({ path }) => !isNoText(path))
  expect(typed.filter(({ schema }) => letsInvisibleThrough(schema)).map(({ name }) => name)).toEqual([])
})

test('the check finds a text without the rule', () => {
  const input = z.object({ list: z.array(z.object({ name: z.string().min(1).nullish() })), note: text(9) })
  const found = leavesOf(input).filter(({ schema }) => letsInvisibleThrough(schema))
  expect(found.map(({ path }) => path)).toEqual(['list.[].name'])
  expect(letsInvisibleThrough(secretText(9))).toBe(true)
})
