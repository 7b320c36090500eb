import { expect, test } from 'vitest'
import { mark } from './markdown-marks.ts'

test('bold goes around the selection and away again', () => {
  const bold = mark('bold', 'a warm lamp', 2, 6)
  expect(bold).toEqual({ text: 'a **warm** lamp', start: 4, end: 8 })
  expect(mark('bold', bold.text, bold.start, bold.end)).toEqual({ text: 'a warm lamp', start: 2, end: 6 })
  expect(mark('italic', '', 0, 0)).toEqual({ text: '*italic*', start: 1, end: 7 })
})

test('headings and lists begin their lines', () => {
  expect(mark('heading', 'Care', 2, 2).text).toBe('## Care')
  expect(mark('list', 'Intro\none\n- two', 6, 15).text).toBe('Intro\n- one\n- two')
})

test('a link leaves its address to be typed', () => {
  const { text, start, end } = mark('link', 'see here', 4, 8)
  expect(text).toBe('see [here](https://)')
  expect(text.slice(start, end)).toBe('https://')
})
