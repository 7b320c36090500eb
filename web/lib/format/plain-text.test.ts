import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it('removes tags and decodes entities', () => {
  expect(plainText('<p>Salt &amp; <strong>pepper</strong><br>\n&lt;b&gt; it&#39;s &copy;</p>')).toBe(
    "Salt & pepper <b> it's &copy;",
  )
})
