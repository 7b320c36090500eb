import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { findProduct } from '../support/catalog.ts'
import { hydrated, openPage, slowAnswers, unexpectedShift } from '../support/page.ts'
import { barLink, callAs, simpleProduct, toast } from '../support/shopper.ts'

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true })
const quantities = async (page: Page) => {
  const { data } = await callAs(page, 'cart/getcarts')
  return (data as { quantity: number }[]).map(({ quantity }) => quantity)
}

describe('without a connection', () => {
  it('adds an item once after reconnecting', async () => {
    const { productid } = await simpleProduct()
    const page = await openPage(links.product(productid), { expected: /ERR_INTERNET_DISCONNECTED/ })
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await addButton(page).click()
    await toast(page, /We’ll save this when you reconnect/).waitFor()
    await barLink(page, 'Cart, 1 item').waitFor()
    await page.context().setOffline(false)
    await toast(page, 'Added to cart successfully').waitFor()
    expect(await quantities(page)).toEqual([1])
  })

  it('adds an item once on a line that leads nowhere for a while, through a reload', async () => {
    const { productid } = await simpleProduct()
    const page = await openPage(links.product(productid), { expected: /ERR_(FAILED|ABORTED)/ })
    const keys = new Set<string | undefined>()
    let isDead = true
    await page.route('**/api/cart/addToCart', async (route) => {
      keys.add(route.request().headers()['idempotency-key'])
      await (isDead ? route.abort() : route.continue())
    })
    await addButton(page).click()
    await toast(page, 'We’ll keep trying to save this.').waitFor()
    await barLink(page, 'Cart, 1 item').waitFor()
    await page.reload()
    await hydrated(page)
    await barLink(page, 'Cart, 1 item').waitFor()
    isDead = false
    await toast(page, 'Added to cart successfully').waitFor()
    expect(await quantities(page)).toEqual([1])
    expect(keys.size).toBe(1)
  })

  it('adds an item once if the first answer is lost', async () => {
    const { productid } = await simpleProduct()
    const other = await findProduct(
      ({ variants, productid: id }) =>
        variants.length === 1 && id !== productid && (variants[0]?.stock ?? 0) > 2,
    )
    const page = await openPage(links.product(productid), { expected: /ERR_FAILED/ })
    // Creates the guest's cookie.
    await callAs(page, 'cart/addToCart', { productid: other.productid })
    const keys: (string | undefined)[] = []
    await page.route('**/api/cart/addToCart', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await addButton(page).click()
    await toast(page, 'Added to cart successfully').waitFor()
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(await quantities(page)).toEqual([1, 1])
  })
})

it('totals that come late move nothing', async () => {
  const { productid } = await simpleProduct()
  const first = (page: Page) => callAs(page, 'cart/addToCart', { productid })
  const page = await openPage('/products', { width: 768, first })
  await slowAnswers(page, 1200)
  await barLink(page, 'Cart, 1 item').click()
  await page.waitForURL('**/cart')
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await summary.getByText('See price details').waitFor()
  const { shift, moved } = await unexpectedShift(page)
  expect(shift, moved.join('\n')).toBeLessThan(0.005)
})
