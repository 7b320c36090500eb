import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createPage,
  deletePage,
  getAdminPage,
  getAdminPages,
  previewPage,
  updatePage,
} from '#contract/content/admin-page.ts'
import { getContentPage } from '#contract/content/content-page.ts'
import { newcomer, newUser, openElsewhere, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const guide = { slug: 'size-guide', title: 'Size guide', body: '# Sizes\n\n**Measure** first' }
let editor: Client
let elsewhere: Client

beforeAll(async () => {
  await openElsewhere(db, app)
  const role = { config_id: 1, id: 3, name: 'Editor', permissions: ['content'] }
  await db.insertInto('role').values(role).execute()
  editor = (await newcomer(db, app, { role_id: 3, full_name: 'Edith' })).browser
  const other = await newUser(db, { config_id: 2, role_id: 1 })
  elsewhere = await signedIn(app, other.email, 'other.example')
})
beforeEach(() => db.deleteFrom('content_page').execute())

const create = async (input: object = guide) => (await editor.send(createPage, input)).answer.data.id
const shown = async (slug: string) => (await client(app).send(getContentPage, { slug })).answer.data

test('creating, editing and deleting a page show at the next request', async () => {
  const id = await create()
  expect((await shown('size-guide')).html).toBe('<h2>Sizes</h2>\n<p><strong>Measure</strong> first</p>\n')
  const { data } = (await editor.send(getAdminPage, { id })).answer
  expect(data).toMatchObject({ ...guide, id, linked: false, version: expect.any(Number) as number })

  const saved = await editor.send(updatePage, { id, body: 'Other words', version: data.version })
  expect(saved).toMatchObject({ status: 200, message: 'Page saved' })
  expect((await shown('size-guide')).html).toBe('<p>Other words</p>\n')
  expect(await editor.send(updatePage, { id, title: 'Mine', version: data.version })).toMatchObject({
    status: 409,
    code: 'version_conflict',
    issues: [{ path: 'body', message: 'Changed by Edith' }],
  })

  expect((await editor.send(deletePage, { id })).status).toBe(200)
  expect((await client(app).send(getContentPage, { slug: 'size-guide' })).status).toBe(404)
  expect((await editor.send(deletePage, { id })).status).toBe(404)
})

test('searches, sorts and paginates the list', async () => {
  await create()
  await create({ slug: 'help/shipping', title: 'Delivery', body: '' })
  const titles = async (input: object) =>
    (await editor.send(getAdminPages, input)).answer.data.map(({ title }) => title)
  expect(await titles({})).toEqual(['Delivery', 'Size guide'])
  expect(await titles({ sort: '-title' })).toEqual(['Size guide', 'Delivery'])
  expect(await titles({ sort: '-updated' })).toEqual(['Delivery', 'Size guide'])
  expect(await titles({ q: 'SHIPPING' })).toEqual(['Delivery'])
  expect(await titles({ limit: 1, page: 2 })).toEqual(['Size guide'])
  expect((await editor.send(getAdminPages, { q: '%' })).answer.total).toBe(0)
})

test('tells whether the footer links to a page', async () => {
  const id = await create({ slug: 'about', title: 'About', body: 'x' })
  expect((await editor.send(getAdminPage, { id })).answer.data.linked).toBe(true)
})

test('previews a page as the shop shows it, without storing it', async () => {
  const html = async (body: string) => (await editor.send(previewPage, { body })).answer.data.html
  expect(await html(guide.body)).toBe('<h2>Sizes</h2>\n<p><strong>Measure</strong> first</p>\n')
  const hostile = await html(
    '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>',
  )
  expect(hostile).not.toMatch(/<script|<img|href="javascript/)
  expect((await editor.send(getAdminPages)).answer.total).toBe(0)
})

test('pages of another shop are not found', async () => {
  const id = await create()
  expect((await elsewhere.send(getAdminPage, { id })).status).toBe(404)
  expect((await elsewhere.send(updatePage, { id, title: 'x' })).status).toBe(404)
  expect((await elsewhere.send(deletePage, { id })).status).toBe(404)
  expect((await elsewhere.send(getAdminPages)).answer.total).toBe(0)
  expect((await elsewhere.send(createPage, guide)).status).toBe(200)
  expect(await editor.send(createPage, guide)).toMatchObject({ status: 409, code: 'slug_taken' })
})

test('refuses invalid input and changes nothing', async () => {
  const id = await create()
  const wrong = [null, 1, true, [], {}, ['x'], '\0']
  for (const field of ['slug', 'title', 'body']) {
    for (const value of wrong) {
      const made = await editor.send(createPage, { ...guide, slug: 'other', [field]: value })
      expect(made.status, `${field} ${JSON.stringify(value)}`).toBe(400)
      expect((await editor.send(updatePage, { id, [field]: value })).status).toBe(400)
    }
    const { [field as 'slug']: _, ...rest } = guide
    expect((await editor.send(createPage, rest)).status).toBe(400)
  }
  for (const slug of ['', '/about', 'a/b/c', 'A', 'a b', '../x', 'a//b', 'x'.repeat(121)]) {
    expect((await editor.send(createPage, { ...guide, slug })).status, slug).toBe(400)
  }
  for (const version of [-1, 1.5, 'x', null, [], {}]) {
    expect((await editor.send(updatePage, { id, title: 'x', version })).status).toBe(400)
  }
  for (const one of ['x', '0', '-1', '1.5', String(2 ** 31)]) {
    expect((await editor.send(getAdminPage, { id: one })).status).toBe(400)
  }
  expect((await editor.send(createPage, { ...guide, slug: 'b', more: 1 })).status).toBe(400)
  expect((await editor.send(getAdminPages, { sort: 'id' })).status).toBe(400)
  expect((await editor.send(previewPage, { body: 'x'.repeat(100_001) })).status).toBe(400)
  expect((await editor.send(getAdminPage, { id })).answer.data).toMatchObject(guide)
  expect((await editor.send(getAdminPages)).answer.total).toBe(1)
})

test('a former slug redirects until another page takes it', async () => {
  const id = await create()
  await editor.send(updatePage, { id, slug: 'sizes' })
  await editor.send(updatePage, { id, slug: 'help/sizes' })
  for (const slug of ['size-guide', 'sizes', 'help/sizes'])
    expect(await shown(slug)).toMatchObject({ slug: 'help/sizes' })
  await create({ ...guide, title: 'Another' })
  expect(await shown('size-guide')).toMatchObject({ slug: 'size-guide', title: 'Another' })
  await editor.send(deletePage, { id })
  expect((await client(app).send(getContentPage, { slug: 'sizes' })).status).toBe(404)
})
