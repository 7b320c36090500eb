import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { fillIn, placeButton, thanks } from '../support/checkout.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  slowAnswers,
  unexpectedShift,
} from '../support/page.ts'
import { ownProduct } from '../support/goods.ts'
import { somebody } from '../support/person.ts'
import { placeOrder, serialOf } from '../support/place-order.ts'
import { barLink, callAs, hasFocus, simpleProduct, toast } from '../support/shopper.ts'

const items = (page: Page) => page.getByRole('list', { name: 'Items in your cart' })
const quantities = async (page: Page) => {
  const { data } = await callAs(page, 'cart/getcarts')
  return (data as { quantity: number }[]).map(({ quantity }) => quantity)
}

it('saves an item for later and brings it back by keyboard', async () => {
  const { productid, productname } = await simpleProduct()
  const first = (page: Page) => callAs(page, 'cart/addToCart', { productid, quantity: 2 })
  const page = await openPage('/cart', { first })
  await items(page).waitFor()
  await page.getByText(/^Arrives \w+ \d+/).waitFor()
  await expect.poll(() => page.getByText(/free shipping\./).count()).toBe(1)
  await page.getByRole('region', { name: 'Goes well with your cart' }).waitFor()
  await page.getByRole('button', { name: `Save for later: ${productname}` }).focus()
  await page.keyboard.press('Enter')
  const saved = page.getByRole('region', { name: 'Saved for later' })
  await expect.poll(() => hasFocus(saved.getByRole('heading'))).toBe(true)
  await page.getByText('No items in cart.').waitFor()
  await expect.poll(() => quantities(page)).toEqual([])
  await barLink(page, 'Cart').waitFor()
  await expectNoAxeViolations(page)
  await page.reload()
  // The browser sends a press before that by itself, and opens a new page.
  await hydrated(page)
  await saved.getByRole('button', { name: `Move to cart: ${productname}` }).press('Enter')
  await expect.poll(() => hasFocus(items(page).getByRole('link', { name: productname }))).toBe(true)
  await expect.poll(() => quantities(page)).toEqual([2])
  await saved.waitFor({ state: 'detached' })
  await expectNoAxeViolations(page)
})

it('shows what was added, by keyboard and on a small screen', async () => {
  const product = await simpleProduct(5)
  const page = await openPage(links.product(product.productid), { width: 360 })
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
  const panel = page.getByRole('dialog', { name: 'Added to cart' })
  await add.first().press('Enter')
  await toast(page, 'Added to cart successfully').waitFor()
  await expect.poll(() => hasFocus(panel)).toBe(true)
  await panel.getByText(product.productname).waitFor()
  await panel.getByText('Subtotal (1 item)').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(add.first())).toBe(true)
  await add.first().press('Enter')
  await panel.getByText('Subtotal (2 items)').waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).press('Enter')
  await page.waitForURL('**/about')
  await panel.getByText('Subtotal (2 items)').waitFor()
  expect(await hasFocus(panel)).toBe(false)
  await panel.getByRole('link', { name: 'View cart' }).click()
  await items(page).waitFor()
  await panel.waitFor({ state: 'detached' })
  await page.goto(links.product(product.productid))
  await hydrated(page)
  await add.first().click()
  await panel.getByRole('link', { name: 'Checkout' }).click()
  await page.waitForURL('**/checkout')
})

it('a guest finds the order by number and email, orders again and makes an account of it', async () => {
  const product = await ownProduct(50_000, 9)
  const { email } = somebody()
  const number = await placeOrder(product, { email })
  const page = await openPage('/orders', { width: 360, expected: /status of 404/ })
  await page.getByLabel('Order number').fill(number.toLowerCase().replaceAll('-', ''))
  await page.getByLabel('Email address').fill('wrong@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('We can’t find an order with this number and email').waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/orders/${number}?accessToken=*`)
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  await expect.poll(() => steps.count()).toBe(3)
  await expect.poll(() => steps.first().getAttribute('aria-current')).toBe('step')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Order again' }).click()
  await items(page).getByRole('link', { name: product.name }).waitFor()
  await page.goBack()
  await page.getByLabel('Password').fill('a long winding road')
  await page.getByRole('button', { name: 'Create account' }).click()
  await toast(page, 'Registration successful').waitFor()
  // The account opens its order without the token.
  await page.waitForURL(`**/orders/${number}`)
  await page.getByRole('button', { name: 'Create account' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('You haven’t been charged').waitFor()
  await expect
    .poll(() => steps.allInnerTexts())
    .toEqual([/^Ordered/, /^Cancelled/].map((name) => expect.stringMatching(name)))
  await page.goto(links.findOrder())
  await page.getByRole('link', { name: 'See your orders' }).waitFor()
})

it('an order that cannot be shown leads a guest to the search for it', async () => {
  const number = await placeOrder(await ownProduct(50_000, 9), {})
  const page = await openPage(links.order(number), { expected: /status of 404/ })
  await page.getByText('We can’t show this order').waitFor()
  const address = await page.getByRole('main').getByRole('link', { name: 'Sign in' }).getAttribute('href')
  expect(address).toBe(links.login(links.order(number)))
  await page.getByRole('main').getByRole('link', { name: 'Find your order' }).click()
  await page.getByLabel('Order number').waitFor()
})

it('finds an order and orders it again without scripts', async () => {
  const product = await ownProduct(50_000, 9)
  const { email, password } = somebody()
  const number = await placeOrder(product, { email })
  const page = await openPage('/orders', { javaScript: false, expected: /status of 4/ })
  await page.getByLabel('Order number').fill(`#${await serialOf(number)}`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Find order' }).click()
  await page.waitForURL('**/orders/*')
  const address = page.url()
  await page.getByLabel('Password').fill('password1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This password is too common.').waitFor()
  await page.getByRole('button', { name: 'Order again' }).click()
  await items(page).getByRole('link', { name: product.name }).waitFor()
  await page.goto(address)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`**/orders/${number}`)
  await page.getByRole('heading', { name: 'Order history' }).waitFor()
})

it.each(['cart', 'Buy Now'])(
  'nothing moves from %s to the order and back, with slow answers',
  async (start) => {
    const { productid } = await ownProduct(50_000, 9)
    const first = (page: Page) => callAs(page, 'cart/addToCart', { productid })
    const page = await openPage(start === 'cart' ? links.cart() : links.product(productid), {
      width: 360,
      first,
    })
    await slowAnswers(page)
    if (start === 'cart') await page.getByRole('link', { name: 'Proceed To Billing Address' }).click()
    else await page.getByRole('button', { name: 'Buy Now' }).click()
    await fillIn(page)
    await placeButton(page).click()
    await thanks(page)
    await page.goBack()
    await (
      start === 'cart' ? page.getByText('No items in cart.') : page.getByRole('button', { name: 'Buy Now' })
    ).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'Order history' }).waitFor()
    await page.waitForLoadState('networkidle')
    const { shift, moved } = await unexpectedShift(page)
    expect(shift, moved.join('\n')).toBeLessThanOrEqual(0.001)
  },
)
