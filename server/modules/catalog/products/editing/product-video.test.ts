import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { duplicateProduct, getAdminProduct } from '#contract/catalog/admin/product.ts'
import { createProduct, getProducts, updateProduct, type ProductDetail } from '#contract/catalog/product.ts'
import { createCategory } from '#server/modules/catalog/index.ts'
import { auditLogOf } from '#test/harness/data/audit-entries.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { sendRawForm } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const { browser: staff } = await newcomer(db, app, { role_id: 1 })
const { latest, undo } = await auditLogOf({ app, db })
const player = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0'
const page = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
let file: string
let form: { productcategoryid: number; productname: string; productprice: number }

beforeAll(async () => {
  const bytes = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#c96' } })
    .png()
    .toBuffer()
  const sent = await sendRawForm(app, 'POST', 'admin/images', {
    cookies: staff.cookies,
    files: [['image', bytes]],
  })
  file = (sent.body['data'] as { file: string }).file
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  const productcategoryid = await db
    .transaction()
    .execute((tx) => createCategory(tx, context, { name: 'Tableware' }))
  form = { productcategoryid, productname: 'Mug', productprice: 5 }
})

const create = async (video: string) =>
  (await staff.send(createProduct, { ...form, images: [{ file, alt: 'A mug', video }] })).answer.data
    .productid
const read = async (id: number) => (await staff.send(getAdminProduct, { id })).answer.data
const videoOf = async (id: number) => (await read(id)).images[0]?.video
const shown = async (productid: number) =>
  ((await staff.send(getProducts, { productid })).answer.response[0] as ProductDetail).images

test('an image of a product can be the poster of a video', async () => {
  const id = await create('youtu.be/aqz-KE-bpKQ?si=x')
  const video = { site: 'YouTube', page, player }
  expect(await shown(id)).toEqual([{ file, width: 9, height: 6, alt: 'A mug', video }])
  expect(await videoOf(id)).toBe(page)
  const plain = await create('')
  expect(await shown(plain)).toMatchObject([{ video: null }])
  expect((await staff.send(getProducts, {})).answer.response[0]?.images[0]).not.toHaveProperty('video')
})

test('a change that does not name the video keeps it, an empty one removes it, and undo brings it back', async () => {
  const id = await create(page)
  const before = await read(id)
  await staff.send(updateProduct, { productid: id, images: [{ file, alt: 'Another text' }] })
  expect(await videoOf(id)).toBe(page)
  const { version } = await read(id)
  await staff.send(updateProduct, { ...(await read(id)), id: undefined })
  expect((await read(id)).version).toBe(version)
  expect(version).not.toBe(before.version)

  await staff.send(updateProduct, { productid: id, images: [{ file, alt: 'Another text', video: '' }] })
  expect(await videoOf(id)).toBeNull()
  expect((await undo({ entry: (await latest('product', id)).id })).status).toBe(200)
  expect(await videoOf(id)).toBe(page)
})

test('a copy of the product shows the video', async () => {
  const id = await create(page)
  const { productid } = (await staff.send(duplicateProduct, { id })).answer.data
  expect(await videoOf(productid)).toBe(page)
})

test.each(['https://example.com/mug.mp4', 'javascript:alert(1)', 'https://youtube.com/@channel'])(
  'refuses %s',
  async (video) => {
    const message = 'Enter the address of a video on YouTube or Vimeo'
    const images = [{ file, alt: '', video }]
    expect(await staff.send(createProduct, { ...form, images })).toMatchObject({
      status: 400,
      message,
      issues: [{ path: 'images.0.video', message }],
    })
  },
)

test('pages may show the players of these two sites and no other frame', async () => {
  const { headers } = await app.inject('/api/docs')
  expect(String(headers['content-security-policy'])).toContain(
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com;',
  )
})
