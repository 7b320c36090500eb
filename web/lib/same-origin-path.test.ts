import { expect, it } from 'vitest'
import { sameOriginPath } from './same-origin-path.ts'

it.each(['/', '/cart', '/profile?tab=orders', '/search?q=a//b#top', '/products?next=https://x.example'])(
  'keeps %s',
  (path) => expect(sameOriginPath(path)).toBe(path),
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
  '/.//evil.example',
  'javascript:alert(1)',
])('replaces %j with home', (path) => expect(sameOriginPath(path)).toBe('/'))
