import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { getProducts } from '#contract/catalog/product.ts'
import { ask } from '../support/catalog.ts'
import { openPage, shopUrl } from '../support/page.ts'
import { openAsAdmin } from '../support/staff.ts'

/** The bytes of a body as they come over the wire, and its encoding. */
async function wire(path: string, headers: Record<string, string>, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{
    bytes: number
    encoding: string | undefined
  }>()
  const sent = request(shopUrl + path, { method, headers: { origin: shopUrl, ...headers } }, (answer) => {
    const encoding = answer.headers['content-encoding']
    buffer(answer).then(({ length: bytes }) => resolve({ bytes, encoding }), reject)
  })
  sent.on('error', reject).end()
  return promise
}

const encodings = ['gzip', 'br', 'zstd']

async function expectSmaller(path: string, cookie: string) {
  const plain = await wire(path, { cookie, 'accept-encoding': 'identity' })
  expect(plain.bytes).toBeGreaterThan(4000)
  for (const accepted of encodings) {
    const packed = await wire(path, { cookie, 'accept-encoding': accepted })
    expect(packed.encoding, path).toBe(accepted)
    expect(packed.bytes / plain.bytes, `${path}, ${accepted}`).toBeLessThan(0.4)
  }
  const foreign = { cookie, 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' }
  expect((await wire(path, foreign)).encoding, path).toBeUndefined()
}

it('cart, checkout and wishlist are at least 60 % smaller over the wire', async () => {
  const { response } = await ask(getProducts, { sort: 'name', page: 1, limit: 100 })
  // The oldest are of the demo catalog; those of other tests have hardly any text.
  const simple = response
    .filter(({ instock, severalprices }) => instock && !severalprices)
    .toSorted((a, b) => a.productid - b.productid)
  const page = await openPage(links.cart())
  let added = 0
  for (const { productid } of simple) {
    const answer = await page.request.post('/api/cart/addToCart', { data: { productid } })
    if (answer.ok()) added++
    if (added === 4) break
  }
  expect(added).toBe(4)
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const path of [links.cart(), links.checkout(), links.wishlist()]) await expectSmaller(path, cookie)
  // Compressing a small answer costs more than it saves.
  const { bytes, encoding } = await wire('/api/cart/getcarts', { cookie, 'accept-encoding': 'br' }, 'POST')
  expect(bytes).toBeGreaterThan(1000)
  expect(encoding).toBeUndefined()

  // The browser unpacks them.
  await page.goto(links.cart())
  await expect
    .poll(() => page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').count())
    .toBe(4)
})

it('so are the tables of the dashboard', async () => {
  const page = await openAsAdmin('/dashboard/all-products')
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await expectSmaller('/api/admin/products?limit=50&page=1', cookie)
})
