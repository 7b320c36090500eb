import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { newcomer } from '#test/harness/people/account.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { testApp } from '#test/harness/app/app.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

const get = (url: string, host = 'localhost') => app.inject({ url, headers: { host } })
const icons: [url: string, sizePx: number][] = [
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
  ['/icon-maskable-512.png', 512],
  ['/apple-touch-icon.png', 180],
]

test('the manifest names the shop, and each of its icons exists in the size that it says', async () => {
  const answer = await get('/manifest.webmanifest')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'public, max-age=0, must-revalidate',
  })
  const manifest = answer.json<{ name: string; icons: { src: string; sizes: string }[] }>()
  const { name } = await db
    .selectFrom('shop')
    .select('name')
    .where('config_id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(manifest).toMatchObject({ name, start_url: '/', display: 'minimal-ui' })
  expect(manifest.icons).toHaveLength(3)
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp((await get(src)).rawPayload).metadata()
    expect(`${width}x${height} ${format}`).toBe(`${sizes} png`)
  }
})

test('the icons are squares, and favicon.ico is one that browsers read', async () => {
  for (const [url, size] of icons) {
    const { headers, rawPayload } = await get(url)
    expect(headers['content-type']).toBe('image/png')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: size, height: size })
  }
  const { rawPayload: ico, headers } = await get('/favicon.ico')
  expect(headers['content-type']).toBe('image/x-icon')
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48])
  const png = ico.subarray(ico.readUInt32LE(18))
  expect(png.length).toBe(ico.readUInt32LE(14))
  expect((await sharp(png).metadata()).width).toBe(48)
})

test('a logo becomes the icon of its shop alone, at the next request; a wide one does not', async () => {
  await makeGoods(db)
  const { browser } = await newcomer(db, app, { role_id: 1 })
  const before = await get('/icon-192.png')
  const save = async (width: number, height: number) => {
    const logo = await sharp({ create: { width, height, channels: 3, background: '#c00000' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('logo', new File([new Uint8Array(logo)], 'logo.png', { type: 'image/png' }))
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = {
      'content-type': request.headers.get('content-type')!,
      cookie: `session=${browser.cookies.get('session')}`,
    }
    const payload = Buffer.from(await request.arrayBuffer())
    const url = '/api/admin/settings/shop'
    expect((await app.inject({ method: 'PATCH', url, payload, headers })).statusCode).toBe(200)
  }
  await save(300, 200)
  await expect.poll(async () => (await get('/icon-192.png')).body === before.body).toBe(false)
  const pixel = await sharp((await get('/icon-192.png')).rawPayload)
    .extract({ left: 96, top: 96, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  expect([...pixel].map((value) => Math.round(value / 32))).toEqual([6, 0, 0])
  expect((await get('/icon-192.png', 'other.example')).body).toBe(before.body)
  await save(900, 100)
  await expect.poll(async () => (await get('/icon-192.png')).body === before.body).toBe(true)
})
