import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createRedirect,
  deleteRedirect,
  getRedirect,
  getRedirects,
  updateRedirect,
} from '#contract/redirects/redirect.ts'
import { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { listExports } from '#contract/export/list-export.ts'
import { testApp } from '#test/harness/app/app.ts'
import { smallPages } from '#test/harness/app/small-pages.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn, staffWith } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

/** A shop with one page. */
const build = smallPages({ mugs: () => Promise.resolve({}) })
const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' }, build })
let staff: Client
let files: ReturnType<typeof importClient>
afterAll(async () => {
  await files.close()
  await stop()
})
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  files = importClient(staff, 'redirects', { url, dataDir })
})

const visit = async (path: string) => {
  const { statusCode, headers } = await app.inject({ url: path })
  return [statusCode, headers.location]
}
const all = async () =>
  (await staff.send(getRedirects, {})).answer.data.map(({ from, to }: { from: string; to: string }) => [
    from,
    to,
  ])

test('an old path leads on, a page wins, and a change shows at once', async () => {
  expect(await visit('/old/mug')).toEqual([404, undefined])
  const { answer } = await staff.send(createRedirect, { from: '/old/mug/', to: '/mugs?colour=red#top' })
  const { id } = answer.data
  await expect.poll(() => visit('/old/mug?from=news')).toEqual([301, '/mugs?colour=red#top'])
  expect(await visit('/old/mug/')).toEqual([301, '/mugs?colour=red#top'])
  await staff.send(createRedirect, { from: '/mugs', to: '/products' })
  expect(await visit('/mugs')).toEqual([200, undefined])
  expect(await staff.send(updateRedirect, { id, to: '/cups' })).toMatchObject({ status: 200 })
  await expect.poll(() => visit('/old/mug')).toEqual([301, '/cups'])
  expect((await staff.send(getRedirect, { id })).answer.data).toMatchObject({ from: '/old/mug', to: '/cups' })
  expect(await staff.send(deleteRedirect, { id })).toMatchObject({ status: 200 })
  await expect.poll(() => visit('/old/mug')).toEqual([404, undefined])
  const [entry] = (await staff.send(getAudit, { subject: 'redirect' })).answer.data
  expect(await staff.send(undoAudit, { entry: entry?.id ?? 0 })).toMatchObject({ status: 200 })
  await expect.poll(() => visit('/old/mug')).toEqual([301, '/cups'])
})

test.each([
  ['https://evil.example/x', '/mugs'],
  ['/x', 'https://evil.example/'],
  ['/x', '//evil.example'],
  ['/x', '/\\evil.example'],
  ['/x', String.raw`\\evil.example`],
  ['/x', 'javascript:alert(1)'],
  ['/x?page=1', '/mugs'],
  ['/', '/mugs'],
  ['/api/x', '/mugs'],
  ['/dashboard', '/mugs'],
  ['x', '/mugs'],
])('refuses %s → %s', async (from, to) => {
  expect(await staff.send(createRedirect, { from, to })).toMatchObject({ status: 400 })
})

test('refuses loops, chains and a second redirect of a path', async () => {
  const send = (from: string, to: string) => staff.send(createRedirect, { from, to })
  expect(await send('/a', '/b')).toMatchObject({ status: 200 })
  expect(await send('/b', '/a')).toMatchObject({ status: 409, code: 'redirect_chain' })
  expect(await send('/b', '/c')).toMatchObject({ status: 409, code: 'redirect_chain' })
  expect(await send('/z', '/a?x=1')).toMatchObject({ status: 409, code: 'redirect_chain' })
  expect(await send('/s', '/s#top')).toMatchObject({ status: 409, code: 'redirect_chain' })
  expect(await send('/a', '/d')).toMatchObject({ status: 409, code: 'path_taken' })
  const both = await Promise.all([send('/m', '/n'), send('/n', '/m')])
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
})

test('a file comes in, changes nothing the second time, is exported unchanged, and undone', async () => {
  const before = await all()
  const file = [
    'Redirect from,Redirect to',
    '/products/tea,/products?category=tea',
    '/a,/e',
    '/pages/über uns,/help/about',
    '/one,/two',
    '/two,/three',
    '/three,https://evil.example',
    '/one,/four',
  ].join('\n')
  const checked = await files.check(file)
  expect(checked).toMatchObject({ kind: 'redirects', counts: { create: 4, update: 1, refuse: 2 } })
  const done = await files.apply(checked)
  // One of the two that would form a chain.
  expect(done).toMatchObject({ state: 'done', counts: { failed: 1 } })
  expect(await all()).toContainEqual(['/a', '/e'])
  expect(await visit('/pages/%C3%BCber%20uns')).toEqual([301, '/help/about'])
  const { answer } = await staff.send(listExports.redirects, { format: 'csv' })
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  const again = await files.check(Buffer.concat(parts))
  expect(again.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
  expect(await files.undo(done)).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  expect(await all()).toEqual(before)
})

test('staff without the permission for content may not see or change redirects', async () => {
  const { browser } = await staffWith(db, app, ['orders'])
  expect(await browser.send(getRedirects, {})).toMatchObject({ status: 403 })
  expect(await browser.send(createRedirect, { from: '/q', to: '/r' })).toMatchObject({ status: 403 })
})
