import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

it.each(['/', '/cart', '/profile?tab=orders', '/search?q=a//b#top', '/products?next=https://x.example'])(
  'keeps %s',
  (path) => expect(ownPath(path)).toBe(path),
)

it.each([
  null,
  undefined,
  '',
  'cart',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  'javascript:alert(1)',
])('leads %j home', (path) => expect(ownPath(path)).toBe('/'))
