import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getShop } from '#contract/shop/shop.ts'
import { getShopSettings, updateCurrency, updateShopSettings } from '#contract/shop/shop-settings.ts'
import { newcomer, newUser, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let admin: Client
let elsewhere: Client

beforeAll(async () => {
  await makeGoods(db)
  admin = (await newcomer(db, app, { role_id: 1, full_name: 'Asha' })).browser
  const other = await newUser(db, { config_id: 2, role_id: 1 })
  elsewhere = await signedIn(app, other.email, 'other.example')
})

const settings = async (who = admin) => (await who.send(getShopSettings)).answer.data
const shop = async (host?: string) => (await client(app, { host }).send(getShop)).answer.data

test('changes of name, contact and time zone show at the next request', async () => {
  const { version } = await settings()
  const contact = { email: 'care@tea.example', phone: '+91 20 1234', address: '4 Rose Lane\n<b>Pune' }
  const changes = { name: '<script>alert(1)</script>', ...contact, timeZone: 'Europe/Berlin', version }
  expect((await admin.send(updateShopSettings, changes)).status).toBe(200)
  expect(await shop()).toMatchObject({ name: changes.name, ...contact })
  const { version: _, ...expected } = changes
  expect(await settings()).toMatchObject(expected)
  expect(await admin.send(updateShopSettings, { name: 'Mine', version })).toMatchObject({
    status: 409,
    code: 'version_conflict',
  })
  expect((await shop('other.example')).name).toBe('Other shop')
  expect((await settings(elsewhere)).email).toBe('')
})

test('a new currency needs a confirmation if products have prices, and converts nothing', async () => {
  const usd = { currency: 'USD', locale: 'en-US' } as const
  const prices = () => db.selectFrom('variant').select(['id', 'price']).orderBy('id').execute()
  const before = await prices()
  const response = await admin.send(updateCurrency, { currency: 'JPY', locale: 'en-US' })
  expect(response).toMatchObject({ status: 409, code: 'confirm_currency' })
  expect(response.message).toMatch(
    /doesn’t convert.*products keep their prices: what costs ₹[\d,.]+ now will cost JP¥/,
  )
  expect((await shop()).currency).toBe('INR')
  expect((await admin.send(updateCurrency, { currency: 'INR', locale: 'en-GB' })).status).toBe(200)
  expect((await admin.send(updateCurrency, { ...usd, confirmed: true })).status).toBe(200)
  expect(await shop()).toMatchObject(usd)
  expect(await prices()).toEqual(before)
  expect((await shop('other.example')).currency).toBe('INR')
  await db.updateTable('product').set({ deleted_at: new Date() }).execute()
  expect((await admin.send(updateCurrency, { currency: 'INR', locale: 'en-IN' })).status).toBe(200)
})

test('re-encodes, shows and removes a logo, and refuses other files', async () => {
  const cookie = `session=${admin.cookies.get('session')}`
  const send = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('phone', '123')
    form.set('logo', new File([bytes], 'logo.svg', { type: 'image/png' }))
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type')!, cookie }
    const payload = Buffer.from(await request.arrayBuffer())
    return app.inject({ method: 'PATCH', url: '/api/admin/settings/shop', payload, headers })
  }
  const background = { r: 200, g: 90, b: 30 }
  const png = await sharp({ create: { width: 60, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  expect((await send(new Uint8Array(png))).statusCode).toBe(200)
  const { logo, phone } = await shop()
  expect(phone).toBe('123')
  expect((await app.inject(`/uploads/${logo}`)).headers['content-type']).toBe('image/webp')
  const svg = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  )
  expect((await send(svg)).statusCode).toBeGreaterThanOrEqual(400)
  expect((await shop()).logo).toBe(logo)
  expect((await admin.send(updateShopSettings, { removeLogo: true })).status).toBe(200)
  expect((await shop()).logo).toBeNull()
})

test('refuses invalid values', async () => {
  const before = await settings()
  for (const field of ['name', 'email', 'phone', 'address', 'timeZone', 'removeLogo']) {
    for (const value of [null, 7, [], {}, 'x\0', 'x'.repeat(600)]) {
      const refused = await admin.send(updateShopSettings, { [field]: value })
      expect(refused.status, `${field} ${JSON.stringify(value)}`).toBe(400)
    }
  }
  for (const timeZone of ['', 'Mars/Base', 'IST+5']) {
    expect((await admin.send(updateShopSettings, { timeZone })).status, timeZone).toBe(400)
  }
  for (const currency of ['inr', 'XQQ', 'IN', '', null, 1, '₹']) {
    expect((await admin.send(updateCurrency, { currency, locale: 'en-IN' })).status).toBe(400)
  }
  expect((await admin.send(updateCurrency, { currency: 'INR', locale: 'xx' })).status).toBe(400)
  expect((await admin.send(updateShopSettings, { email: 'nobody' })).status).toBe(400)
  expect((await admin.send(updateShopSettings, { name: ' ' })).status).toBe(400)
  expect((await admin.send(updateShopSettings, { logo: 'a.webp' })).status).toBe(400)
  expect(await settings()).toEqual(before)
})
