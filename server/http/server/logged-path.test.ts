import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

test.each([
  ['/continue/secret', '/continue/:id'],
  ['//Continue//secret?x=1', '/continue/:id'],
  ['/%63ontinue/secret%zz', '/continue/:id'],
  ['/continue%2Fsecret', '/continue/:id'],
  ['/api/agent-checkouts/secret', '/api/agent-checkouts/:id'],
  ['/api//agent-checkouts/secret/cart', '/api/agent-checkouts/:id/cart'],
  ['/checkout?session=secret', '/checkout'],
  ['/products/50%25', '/products/50%25'],
  ['/continue', '/continue'],
])('%s is logged as %s', (url, path) => expect(loggedPath(url)).toBe(path))
