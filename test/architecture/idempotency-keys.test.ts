import { expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { projectFiles, read } from '#test/project-files.ts'

/** Staff endpoints with POST that take no Idempotency-Key, because a second call changes nothing more. */
const safeToRepeat: Record<string, readonly string[]> = {
  'only reads': [
    'admin/carriers/:carrier/test',
    'admin/collections/preview',
    'admin/description-preview',
    'admin/orders/:number/label-quotes',
    'admin/orders/quote',
    'admin/pages/preview',
    'admin/payment-accounts/:provider/check',
  ],
  'sets values': [
    'admin/comments/bulk',
    'admin/order-drafts/:number/release',
    'specification/editspecification',
  ],
  'replaces the link that it answered before': ['admin/invitations/:id/link'],
  'asks the provider, which refunds once per key': ['admin/test-payments/:id/check'],
  'names the row by its content': ['admin/images', 'admin/imports/:id/redirects'],
  'is refused once it has happened': [
    'admin/agents/keys/:kid/replace',
    'admin/api-keys',
    'admin/audit/undo',
    'admin/imports/:id/apply',
    'admin/imports/:id/undo',
    'admin/imports/:id/withdraw',
    'admin/orders/:number/cancel-withdrawn',
    'admin/orders/:number/capture',
    'admin/orders/:number/labels/:id/cancel',
    'admin/orders/:number/payments/:id/closed',
    'admin/orders/:number/refunds/:id/done',
    'admin/orders/:number/release',
    'admin/orders/:number/release-payment',
    'admin/orders/bulk',
    'admin/payment-accounts/:id/reconnect',
    'admin/returns/:id/approve',
    'admin/returns/:id/receive',
    'admin/returns/:id/refund',
    'admin/returns/:id/refuse',
    'specification/deletespecification',
  ],
  'requests what is already requested': ['admin/archives', 'admin/backups', 'admin/reconciliation/check'],
}

it('every staff call takes an Idempotency-Key, unless a second call changes nothing more', () => {
  const posts = endpoints.filter(({ audience, method }) => audience.startsWith('staff') && method === 'POST')
  expect(posts.length).toBeGreaterThan(20)
  expect(
    posts
      .filter(({ takesIdempotencyKey }) => !takesIdempotencyKey)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(Object.values(safeToRepeat).flat().toSorted())
  // Other methods name the row that they change.
  expect(
    endpoints.filter(({ method, takesIdempotencyKey }) => method !== 'POST' && takesIdempotencyKey),
  ).toEqual([])
})

it('the browser sends a key with each POST, except previews', () => {
  const callsWithoutKey = projectFiles(['.ts', '.tsx'])
    .filter((path) => path.startsWith('web/data/'))
    .flatMap((path) => [...read(path).matchAll(/[^;]*idempotencyKey: null/g)])
  expect(callsWithoutKey.length).toBeGreaterThan(0)
  for (const [call] of callsWithoutKey) expect(call.slice(-250)).toContain('preview: true')
})
