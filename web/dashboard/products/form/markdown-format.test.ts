import { expect, test } from 'vitest'
import { formatMarkdown } from './markdown-format.ts'

test('makes the selection bold, and plain again', () => {
  const bold = formatMarkdown('bold', 'a warm lamp', 2, 6)
  expect(bold).toEqual({ text: 'a **warm** lamp', start: 4, end: 8 })
  expect(formatMarkdown('bold', bold.text, bold.start, bold.end)).toEqual({
    text: 'a warm lamp',
    start: 2,
    end: 6,
  })
  expect(formatMarkdown('italic', '', 0, 0)).toEqual({ text: '*italic*', start: 1, end: 7 })
})

test('starts the selected lines as a heading or list', () => {
  expect(formatMarkdown('heading', 'Care', 2, 2).text).toBe('## Care')
  expect(formatMarkdown('list', 'Intro\none\n- two', 6, 15).text).toBe('Intro\n- one\n- two')
})

test('selects the URL of a new link for typing', () => {
  const { text, start, end } = formatMarkdown('link', 'see here', 4, 8)
  expect(text).toBe('see [here](https://)')
  expect(text.slice(start, end)).toBe('https://')
})
