import { expect, it } from 'vitest'
import { descriptionHtml, descriptionText, markdownToHtml } from './markdown.ts'

it('makes the highest heading an h2 and keeps the steps between headings', () => {
  expect(markdownToHtml('# A\n\n## B')).toBe('<h2>A</h2>\n<h3>B</h3>\n')
  expect(markdownToHtml('### Only question\n\nAnswer')).toBe('<h2>Only question</h2>\n<p>Answer</p>\n')
  expect(markdownToHtml('# A\n\n###### F')).toContain('<h6>F</h6>')
})

it('adds rel to links to other sites only', () => {
  expect(markdownToHtml('[Returns](/help/returns)')).toBe('<p><a href="/help/returns">Returns</a></p>\n')
  expect(markdownToHtml('[top](#top)')).not.toContain('rel=')
  expect(markdownToHtml('care@ostrel.example')).toBe(
    '<p><a href="mailto:care@ostrel.example">care@ostrel.example</a></p>\n',
  )
  for (const other of ['https://example.org', '//example.org', 'http://example.org/a']) {
    expect(markdownToHtml(`[there](${other})`)).toContain(`href="${other}" rel="nofollow noopener"`)
  }
})

it('escapes HTML and refuses script links', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JAVASCRIPT:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x)',
    '![a](javascript:alert(1))',
    '[a](/x "\\"><script>alert(1)</script>")',
    '`<script>`',
    '| <script> |\n|---|\n| <b onclick=x> |',
  ]
  for (const text of hostile) {
    expect(markdownToHtml(text)).not.toMatch(
      /<script|<img[^>]*(onerror|javascript)|<b |href="(javascript|data|vbscript)/i,
    )
  }
})

it('renders tables, lists and emphasis', () => {
  const html = markdownToHtml('| A | B |\n|---|---|\n| 1 | 2 |\n\n- **x**')
  expect(html).toContain('<table>')
  expect(html).toContain('<li><strong>x</strong></li>')
})

it('keeps line breaks of a description and starts its headings at h3', () => {
  expect(descriptionHtml('Dipped by hand.\nFired twice.')).toBe('<p>Dipped by hand.<br>\nFired twice.</p>\n')
  expect(descriptionHtml('# Care\n\n- **Cold** water')).toBe(
    '<h3>Care</h3>\n<ul>\n<li><strong>Cold</strong> water</li>\n</ul>\n',
  )
  expect(descriptionHtml('<img src=x onerror=alert(1)>')).not.toContain('<img')
})

it('reads a description as plain text', () => {
  expect(
    descriptionText('# Oak *chair*\n\nMade by **hand**,\nto last.\n\n- [Care](/care)\n- `oil` &amp; wax\n'),
  ).toBe('Oak chair\nMade by hand,\nto last.\nCare\noil & wax')
  expect(descriptionText('a < b <b>bold</b> \\* ![Seat](a.png)')).toBe('a < b <b>bold</b> * Seat')
  expect(descriptionText('```\ncode\n```')).toBe('code')
  expect(descriptionText(' \n ')).toBe('')
})
