import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getHomeSettings,
  getStorefront,
  updateFooter,
  updateSections,
  updateTagline,
} from '#contract/settings/home.ts'
import { getShop } from '#contract/shop/shop.ts'
import { newcomer, newUser, openElsewhere, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let admin: Client
let elsewhere: Client

beforeAll(async () => {
  await openElsewhere(db, app)
  admin = (await newcomer(db, app, { role_id: 1, full_name: 'Asha' })).browser
  const other = await newUser(db, { config_id: 2, role_id: 1 })
  elsewhere = await signedIn(app, other.email, 'other.example')
})

const storefront = async (host?: string) => (await client(app, { host }).send(getStorefront)).answer.data
const settings = async () => (await admin.send(getHomeSettings)).answer.data

test('hides and shows a section of one shop at the next request', async () => {
  const all = { banners: true, categories: true, arrivals: true, products: true, good_to_know: true }
  expect((await storefront()).sections).toEqual(all)
  expect((await admin.send(updateSections, { arrivals: false })).status).toBe(200)
  expect((await storefront()).sections).toEqual({ ...all, arrivals: false })
  expect((await storefront('other.example')).sections).toEqual(all)
  expect((await settings()).sections).toEqual({ ...all, arrivals: false })
  await admin.send(updateSections, { arrivals: true })
  const entries = await db
    .selectFrom('audit_entry')
    .select(['subject', 'subject_id', 'actor_name', 'before', 'after'])
    .where('config_id', '=', 1)
    .orderBy('id')
    .execute()
  const by = { subject: 'storefront', subject_id: '1', actor_name: 'Asha' }
  expect(entries).toEqual([
    { ...by, before: { arrivals: true }, after: { arrivals: false } },
    { ...by, before: { arrivals: false }, after: { arrivals: true } },
  ])
})

test('stores the footer links and refuses script links', async () => {
  const groups = [
    {
      title: 'More <b>',
      links: [
        { name: 'Size guide', to: '/pages/size-guide' },
        { name: 'Blog', to: 'https://blog.example/a?b=1#c' },
      ],
    },
  ]
  expect((await admin.send(updateFooter, { groups })).status).toBe(200)
  expect((await storefront()).footer).toEqual(groups)
  expect((await storefront('other.example')).footer[0]?.title).toBe('Help')
  const hostile = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    'data:text/html,x',
    'http://plain.example',
    'https://',
    'https:///evil.example',
    'about',
    '/a b',
    '',
  ]
  for (const to of hostile) {
    const refused = await admin.send(updateFooter, { groups: [{ title: 'x', links: [{ name: 'y', to }] }] })
    expect(refused.status, to).toBe(400)
  }
  for (const value of [null, 1, 'x', {}, [1], [{ title: 'x' }], [{ title: '', links: [] }]]) {
    expect((await admin.send(updateFooter, { groups: value })).status).toBe(400)
  }
  expect((await storefront()).footer).toEqual(groups)
})

test('changes the tagline and refuses an outdated version', async () => {
  const { versions } = await settings()
  const tagline = '<script>alert(1)</script> Made by hand'
  expect((await admin.send(updateTagline, { tagline, version: versions.tagline })).status).toBe(200)
  expect((await client(app).send(getShop)).answer.data.tagline).toBe(tagline)
  const late = await admin.send(updateTagline, { tagline: 'Mine', version: versions.tagline })
  expect(late).toMatchObject({ status: 409, code: 'version_conflict', issues: [{ path: 'tagline' }] })
  const stale = { good_to_know: false, version: versions.sections }
  expect((await admin.send(updateSections, stale)).status).toBe(200)
  expect((await admin.send(updateSections, stale)).code).toBe('version_conflict')
  await admin.send(updateSections, { good_to_know: true })
  expect((await elsewhere.send(getHomeSettings)).answer.data.tagline).not.toBe(tagline)
})

test('keeps two concurrent changes of different sections', async () => {
  const sections = ['banners', 'categories', 'arrivals', 'products']
  await Promise.all(sections.map((name) => admin.send(updateSections, { [name]: false })))
  const off = Object.fromEntries(sections.map((name) => [name, false]))
  expect((await storefront()).sections).toEqual({ ...off, good_to_know: true })
})

test('refuses invalid values and changes nothing', async () => {
  const before = await storefront()
  for (const value of ['on', null, 2, [], {}, 'yes']) {
    expect((await admin.send(updateSections, { banners: value })).status).toBe(400)
  }
  for (const tagline of [null, 1, [], {}, 'x'.repeat(201), '\0', undefined]) {
    expect((await admin.send(updateTagline, { tagline })).status).toBe(400)
  }
  expect((await admin.send(updateSections, { unknown: true })).status).toBe(400)
  expect(await storefront()).toEqual(before)
})
