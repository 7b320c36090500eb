import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { findProduct } from '../support/catalog.ts'
import {
  expectLargeTextFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openPage,
  shownInTime,
  type PageOptions,
} from '../support/page.ts'
import { barLink, callAs, hasFocus, signUpAs, simpleProduct, toast } from '../support/shopper.ts'
import { withUnread } from '../support/unread.ts'

const box = (page: Page) => page.getByRole('main').getByRole('spinbutton', { name: /^Quantity/ })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true })
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const items = (page: Page) => page.getByRole('list', { name: 'Items in your cart' })
const quantities = async (page: Page) => {
  const { data } = await callAs(page, 'cart/getcarts')
  return (data as { quantity: number }[]).map(({ quantity }) => quantity)
}

/** Opens the cart of a guest with this quantity of a product. */
async function cartWith(productid: number, quantity: number, options: PageOptions = {}) {
  const first = async (page: Page) =>
    expect(await callAs(page, 'cart/addToCart', { productid, quantity })).toMatchObject({ status: 200 })
  const page = await openPage('/cart', { ...options, first })
  await items(page).waitFor()
  return page
}

describe('on the product page', () => {
  it('adds a quantity of at least one', async () => {
    const product = await simpleProduct(5)
    const page = await openPage(links.product(product.productid))
    for (const typed of ['0', '-3', '1.7']) {
      await box(page).fill(typed)
      await expect.poll(() => box(page).inputValue()).toBe('1')
    }
    await box(page).fill('')
    await box(page).blur()
    await expect.poll(() => box(page).inputValue()).toBe('1')
    await page.getByRole('button', { name: 'Decrease quantity' }).click()
    await expect.poll(() => box(page).inputValue()).toBe('1')
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await box(page).press('ArrowUp')
    await addButton(page).click()
    await toast(page, 'Added to cart successfully').waitFor()
    await barLink(page, 'Cart, 1 item').click()
    await page.waitForURL('**/cart')
    await expect.poll(() => box(page).inputValue()).toBe('3')
    const link = items(page).getByRole('link', { name: product.productname })
    await expect.poll(() => link.getAttribute('href')).toBe(links.product(product.productid))
    await expectNoAxeViolations(page)
  })

  it('limits the quantity to the stock and says so', async () => {
    const product = await findProduct(({ variants: [only, ...more] }) => {
      const stock = only?.stock ?? 0
      return more.length === 0 && stock > 1 && stock < 900
    })
    const available = product.variants[0]?.stock
    const page = await openPage(links.product(product.productid))
    await box(page).fill('999')
    await expect.poll(() => box(page).inputValue()).toBe(String(available))
    await page.getByRole('main').getByText(`Only ${available} left.`).waitFor()
  })

  it('adds the first available option if none is chosen', async () => {
    const product = await findProduct(({ variants, options }) => variants.length > 1 && options.length === 1)
    const page = await openPage(links.product(product.productid))
    const available = product.variants.find(({ stock }) => (stock ?? 0) > 0)!
    const [value] = Object.values(available.options)
    expect(await page.getByRole('main').getByRole('radio', { checked: true }).first().inputValue()).toBe(
      value,
    )
    await addButton(page).click()
    // The count appears before the answer, and leaving earlier would abort the request.
    await toast(page, 'Added to cart successfully').waitFor()
    await page.goto(links.cart())
    await page.getByRole('main').getByText(value!).first().waitFor()
  })

  it('does not add a product that is sold out', async () => {
    const soldOut = ({ variants }: ProductDetail) => variants.find(({ stock }) => (stock ?? 0) <= 0)
    const product = await findProduct((candidate) => soldOut(candidate) !== undefined)
    const page = await openPage(`${links.product(product.productid)}?variant=${soldOut(product)?.variantid}`)
    await expect.poll(() => addButton(page).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('main').innerText()).toContain('Sold out')
    await expectNoAxeViolations(page)
  })

  it('opens the checkout with Buy Now and keeps the cart', async () => {
    const { productid } = await simpleProduct()
    const page = await openPage(links.product(productid))
    await box(page).fill('2')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await page.waitForURL(`**/checkout?product=${productid}&**`)
    const review = page.getByRole('list', { name: 'Items of your order' })
    await review.getByText('2 ×').waitFor()
    await barLink(page, 'Cart').waitFor()
  })

  it('shows the message of a refusal', async () => {
    const { productid } = await simpleProduct()
    const page = await openPage(links.product(productid), { expected: /status of 409/ })
    await page.route('**/api/cart/addToCart', (route) =>
      route.fulfill({
        status: 409,
        json: { status: false, message: 'Only 2 left of this', code: 'out_of_stock' },
      }),
    )
    await addButton(page).click()
    await toast(page, 'Only 2 left of this').waitFor()
    await barLink(page, 'Cart').waitFor()
  })
})

describe('in the cart', () => {
  it('saves a quantity and announces the new total', async () => {
    const product = await simpleProduct(5)
    const page = await cartWith(product.productid, 1)
    const total = summary(page).locator('[data-total]')
    const before = await total.innerText()
    await page.getByRole('button', { name: /^Increase quantity/ }).click()
    await page.getByRole('button', { name: /^Increase quantity/ }).click()
    await expect.poll(() => page.getByText(': 3. New total:').count()).toBe(1)
    const after = await total.innerText()
    expect(after).not.toBe(before)
    await expect.poll(() => page.getByText(`New total: ${after}`).count()).toBe(1)
    expect(await quantities(page)).toEqual([3])
    await page.reload()
    await expect.poll(() => box(page).inputValue()).toBe('3')
    await expect.poll(() => total.innerText()).toBe(after)
  })

  it('undoes a refused change', async () => {
    const { productid } = await simpleProduct(5)
    const page = await cartWith(productid, 2, { expected: /status of 409/ })
    await page.route('**/api/cart/updatecart', (route) =>
      route.fulfill({ status: 409, json: { status: false, message: 'Only 2 left', code: 'out_of_stock' } }),
    )
    await box(page).fill('4')
    await toast(page, 'Only 2 left').waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('2')
    await expect.poll(() => items(page).getByText('Only 2 left').count()).toBe(1)
  })

  it('undoes a removal by keyboard', async () => {
    const { productid, productname } = await simpleProduct()
    const page = await cartWith(productid, 2)
    await page.getByRole('button', { name: `Remove ${productname}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('No items in cart.').waitFor()
    const undo = page.getByRole('button', { name: /^Undo/ })
    await expect.poll(() => hasFocus(undo)).toBe(true)
    await expect.poll(() => quantities(page)).toEqual([])
    await barLink(page, 'Cart').waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(items(page).getByRole('link', { name: productname }))).toBe(true)
    await expect.poll(() => quantities(page)).toEqual([2])
    await barLink(page, 'Cart, 1 item').waitFor()
  })

  it('explains changed lines', async () => {
    const { productid } = await simpleProduct()
    const first = async (page: Page) => {
      await callAs(page, 'cart/addToCart', { productid, quantity: 2 })
      await page.route('**/api/cart/getcarts', async (route) => {
        const answer = await route.fetch()
        const { data, ...rest } = (await answer.json()) as { data: CartLine[] }
        const [line] = data
        const changed = (variantid: number, notices: CartLine['notices']) => ({ ...line, variantid, notices })
        const lines = [changed(1, ['gone']), changed(2, ['sold_out']), changed(3, ['price_up'])]
        await route.fulfill({ response: answer, json: { ...rest, data: lines } })
      })
    }
    const page = await openPage('/cart', { first })
    const lines = items(page).locator('> li')
    await lines.nth(0).getByText('No longer available.').waitFor()
    await lines.nth(1).getByText('Sold out.').waitFor()
    await lines.nth(2).getByText('The price has changed from').waitFor()
    await expect.poll(() => box(page).count()).toBe(1)
    await expectNoAxeViolations(page)
  })

  it('links to the checkout', async () => {
    const { productid } = await simpleProduct()
    const page = await cartWith(productid, 1)
    const proceed = page.getByRole('link', { name: 'Proceed To Billing Address' })
    await expect.poll(() => proceed.getAttribute('href')).toBe('/checkout')
  })

  it('shows the empty, loading and failed states', async () => {
    const page = await openPage('/cart', { expected: /ERR_FAILED/, ownClock: true })
    await page.getByText('No items in cart.').waitFor()
    await expectNoAxeViolations(page)
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    let broken = true
    await page.route('**/api/cart/getcarts', async (route) => {
      await arrived
      await (broken ? route.abort() : route.continue())
    })
    await withUnread(page, '/cart', 'cart')
    await page.goto('/cart')
    await page.getByText('Loading...').waitFor()
    await expectNoAxeViolations(page)
    arrive()
    await shownInTime(page, page.getByText('We couldn’t load your cart.'))
    await expectNoAxeViolations(page)
    broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No items in cart.').waitFor()
  })

  it('fits on a small screen', async () => {
    const { productid } = await simpleProduct()
    const page = await cartWith(productid, 1, { width: 360 })
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await expectLargeTextFits(page)
  })
})

it('updates other tabs', async () => {
  const { productid } = await simpleProduct()
  const page = await openPage(links.product(productid))
  const other = await page.context().newPage()
  await other.goto('/cart')
  await other.getByText('No items in cart.').waitFor()
  await addButton(page).click()
  await items(other).waitFor()
  await barLink(other, 'Cart, 1 item').waitFor()
  await box(other).fill('2')
  await expect.poll(() => quantities(page)).toEqual([2])
})

it('merges the guest cart into the account at sign-up', async () => {
  const { productid } = await simpleProduct(5)
  const first = async (page: Page) => {
    await callAs(page, 'cart/addToCart', { productid, quantity: 2 })
    await callAs(page, 'wishlist/createwishlist', { productid })
    await signUpAs(page)
  }
  const page = await openPage('/cart', { first })
  await expect.poll(() => box(page).inputValue()).toBe('2')
  await barLink(page, 'Wishlist, 1 item').waitFor()
  await barLink(page, 'Cart, 1 item').waitFor()
})
