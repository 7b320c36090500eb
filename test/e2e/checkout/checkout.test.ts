import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import {
  checkoutWith,
  fillIn,
  openCheckout,
  ordersOf,
  placeButton,
  review,
  thanks,
} from '../support/checkout.ts'
import { ownProduct } from '../support/goods.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  shopUrl,
} from '../support/page.ts'
import { inDatabase, openAs, register, somebody } from '../support/person.ts'
import { barLink, callAs, hasFocus } from '../support/shopper.ts'

const total = (page: Page) =>
  page.getByRole('complementary', { name: 'Order Summary' }).locator('[data-total]')

/** Presses a key until the target has the focus. */
async function keyTo(page: Page, target: ReturnType<Page['locator']>, key = 'Tab') {
  for (let presses = 0; presses < 120; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error('The keyboard does not reach the element.')
}

describe('a guest', () => {
  it('orders a product by keyboard alone', async () => {
    const product = await ownProduct(87_500, 5)
    const page = await openPage(links.product(product.productid))
    await keyTo(page, page.getByRole('button', { name: 'Add to Cart', exact: true }))
    await page.keyboard.press('Enter')
    await barLink(page, 'Cart, 1 item').waitFor()
    await keyTo(page, barLink(page, 'Cart, 1 item'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const proceed = page.getByRole('link', { name: 'Proceed To Billing Address' })
    await proceed.waitFor()
    await keyTo(page, proceed)
    await page.keyboard.press('Enter')
    await placeButton(page).waitFor()
    const person = somebody()
    const typed = { 'Email address': person.email, Phone: '+91 98765 43210', 'Full name': 'Asha Rao' }
    for (const [label, text] of Object.entries({ ...typed, 'PIN code': '411001' })) {
      await keyTo(page, page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
    // City and state follow from the PIN code.
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Pune')
    await expect.poll(() => page.getByLabel('State').inputValue()).toBe('MH')
    await keyTo(page, page.getByLabel('House number and street'))
    await page.keyboard.type('4 Rose Lane')
    await keyTo(page, placeButton(page))
    await page.keyboard.press('Enter')
    await thanks(page)
    await barLink(page, 'Cart').waitFor()
    await expectNoAxeViolations(page)
    const [order] = await ordersOf(person.email)
    expect(page.url()).toContain(order!.number)
    await page.goBack()
    await page.getByText('No items in cart.').waitFor()
    await page.goForward()
    await page.reload()
    await page.getByRole('heading', { name: 'Your order', exact: true }).waitFor()
    await page.getByText('Confirmed', { exact: true }).first().waitFor()
  })

  it('sees missing fields and the total on a small screen', async () => {
    const page = await checkoutWith(await ownProduct(50_000, 5), 2, { width: 360 })
    await expectNoAxeViolations(page)
    await placeButton(page).click()
    await expect.poll(() => hasFocus(page.getByLabel('Email address'))).toBe(true)
    await page.getByText('Select a state').waitFor()
    await expectNoAxeViolations(page)
    const bar = page.locator('[data-total-bar]')
    await expect
      .poll(async () => Math.round((await bar.boundingBox())!.y + (await bar.boundingBox())!.height))
      .toBeLessThanOrEqual(780)
    await bar.getByRole('button', { name: 'Place order · ₹1,099.00' }).waitFor()
    await bar.getByRole('link', { name: 'Summary' }).click()
    await page.getByText('See price details').click()
    await page.getByText('2 × ₹500.00').last().waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })

  it('keeps the typed values across a reload until the order is placed', async () => {
    const product = await ownProduct(50_000, 5)
    const page = await checkoutWith(product, 1)
    await fillIn(page)
    await page.getByLabel('Same as delivery address').uncheck()
    await page.getByLabel('City').nth(1).fill('Agra')
    await page.getByText('Add a coupon').click()
    await page.getByRole('textbox', { name: /^Coupon/ }).fill('MAYBE')
    await page.getByText('Add an order note').click()
    await page.getByRole('textbox', { name: /^Order note/ }).fill('Please ring twice')
    await page.reload()
    await placeButton(page).waitFor()
    await expect.poll(() => page.getByLabel('Full name').first().inputValue()).toBe('Asha Rao')
    await expect.poll(() => page.getByLabel('State').first().inputValue()).toBe('MH')
    await expect.poll(() => page.getByLabel('City').nth(1).inputValue()).toBe('Agra')
    await expect.poll(() => page.getByRole('textbox', { name: /^Coupon/ }).inputValue()).toBe('MAYBE')
    await page.getByRole('textbox', { name: /^Coupon/ }).fill('')
    await page.getByLabel('Same as delivery address').check()
    await placeButton(page).click()
    await thanks(page)
    await page.getByText('Your note: Please ring twice').waitFor()
    await callAs(page, 'cart/addToCart', { productid: product.productid })
    await openCheckout(page)
    expect(await page.getByLabel('Full name').inputValue()).toBe('')
  })

  it('buys one item with Buy Now and keeps the cart', async () => {
    const [inCart, bought] = [await ownProduct(50_000, 5), await ownProduct(60_000, 5)]
    const page = await openPage(links.product(bought.productid))
    await callAs(page, 'cart/addToCart', { productid: inCart.productid })
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await review(page).getByText(bought.name).waitFor()
    await expect.poll(() => review(page).getByRole('listitem').count()).toBe(1)
    await fillIn(page)
    await placeButton(page).click()
    await thanks(page)
    await barLink(page, 'Cart, 1 item').waitFor()
  })
})

/** Types into the focused field and moves on. */
it('a customer orders with a saved address and a coupon, finds the order and cancels it', async () => {
  const [person, product] = [somebody('Meera Nair'), await ownProduct(100_000, 5)]
  const coupon = await inDatabase((db) => newCoupon(db, { code: `TEN${Date.now()}` }))
  await register(person)
  const page = await openAs(person, '/about')
  const home = { fullName: 'Meera Nair', phone: '98765 43210', line1: '7 Lake Road', city: 'Kochi' }
  const rest = { state: 'Kerala', pincode: '682001', country: 'IN' }
  await callAs(page, 'account/addresses', { ...home, ...rest })
  await callAs(page, 'cart/addToCart', { productid: product.productid, quantity: 2 })
  await openCheckout(page)
  await expect.poll(() => page.getByRole('radio', { name: /7 Lake Road/ }).isChecked()).toBe(true)
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(person.email)
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('98765 43210')

  await page.getByText('Add a coupon').click()
  const code = page.getByRole('textbox', { name: /^Coupon/ })
  await code.fill('NOSUCH')
  await code.press('Enter')
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => hasFocus(code)).toBe(true)
  await expectNoAxeViolations(page)
  await code.fill(coupon.code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('status').getByText('−₹200.00').waitFor()
  await expect.poll(() => total(page).innerText()).toBe('₹1,800.00')
  await page.getByRole('radio', { name: 'Use a different address' }).check()
  await page.getByLabel('Full name').waitFor()
  await page.getByRole('radio', { name: /7 Lake Road/ }).check()
  await page.getByRole('button', { name: 'Place order · ₹1,800.00' }).click()
  await thanks(page)
  await page.getByText(`Coupon ${coupon.code}`).first().waitFor()
  await page.getByText('Kochi 682001').waitFor()

  await page.goto('/profile?tab=orders')
  await hydrated(page)
  const [order] = await ordersOf(person.email)
  const link = page.getByRole('link', { name: order!.serial })
  await link.waitFor()
  await expectNoAxeViolations(page)
  await link.click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByLabel('Reason for cancelling').fill('Found it at home')
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('heading', { name: 'Cancelled', exact: true }).waitFor()
  await page.getByText('Order cancelled: Found it at home').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
  await expectNoAxeViolations(page)
})

describe('the PIN code', () => {
  it('of another state is asked about, and the shopper may know better', async () => {
    const page = await checkoutWith(await ownProduct(50_000, 5), 1, { width: 360 })
    // The answer comes after the shopper has typed what it says.
    const typed = Promise.withResolvers<void>()
    await page.route('**/api/postal-codes/411001', async (route) => {
      await typed.promise
      await route.continue()
    })
    await fillIn(page)
    typed.resolve()
    await page.getByLabel('State', { exact: true }).selectOption('Kerala')
    const question = page.getByText('PIN code 411001 is in Maharashtra. Is Kerala right?')
    await question.waitFor()
    await expectNoAxeViolations(page)
    await placeButton(page).click()
    await page.getByText('PIN code 411001 is in Maharashtra. Please check the state.').waitFor()
    await expect.poll(() => hasFocus(page.getByLabel('State', { exact: true }))).toBe(true)
    await page.getByRole('button', { name: 'Change to Maharashtra' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('MH')
    await page.getByLabel('PIN code').fill('682001')
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Kochi')
    await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('KL')
    await page.getByLabel('State', { exact: true }).selectOption('Maharashtra')
    await page.getByRole('button', { name: 'Keep Maharashtra' }).click()
    await placeButton(page).click()
    await thanks(page)
    await page.getByText('Maharashtra', { exact: true }).first().waitFor()
  })
})

it('applies a coupon that was typed and not applied, and orders for a company', async () => {
  const coupon = await inDatabase((db) => newCoupon(db, { code: `TYPED${Date.now()}` }))
  const page = await checkoutWith(await ownProduct(100_000, 5), 2, { expected: /status of 40[09]/ })
  await fillIn(page)
  await page.getByText('Buy for a company').click()
  await page.getByLabel('Company').fill('Rao Textiles')
  await page.getByLabel('GSTIN').fill('27')
  await page.getByText('Add a coupon').click()
  const code = page.getByRole('textbox', { name: /^Coupon/ })
  await code.fill('NOSUCH')
  await placeButton(page).click()
  await page.getByText('Enter a GSTIN like 27AAPFU0939F1ZV').waitFor()
  await page.getByLabel('GSTIN').fill('27aapfu0939f1zv')
  await placeButton(page).click()
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true')
  await code.fill(coupon.code)
  await placeButton(page).click()
  await thanks(page)
  await page.getByText('₹1,800.00').first().waitFor()
  await page.getByText('Rao Textiles').waitFor()
  await page.getByText('27AAPFU0939F1ZV').waitFor()
})

it('saves a new address on request', async () => {
  const person = somebody('Meera Nair')
  const product = await ownProduct(100_000, 5)
  await register(person)
  const page = await openAs(person, '/about')
  await callAs(page, 'cart/addToCart', { productid: product.productid })
  await openCheckout(page)
  await fillIn(page, person.email)
  await page.getByLabel('Save this address').check()
  await placeButton(page).click()
  await thanks(page)
  await page.goto('/profile?tab=addresses')
  await page.getByText('4 Rose Lane').waitFor()
})

it('removes the typed values at sign-out', async () => {
  const person = somebody('Meera Nair')
  const product = await ownProduct(100_000, 5)
  await register(person)
  const page = await openAs(person, '/about')
  await callAs(page, 'cart/addToCart', { productid: product.productid })
  await openCheckout(page)
  await fillIn(page, person.email)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Rose Lane')
  await page.getByRole('link', { name: 'Edit cart' }).click()
  await page.locator('[aria-label="Your account"]').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Rose Lane')
})

it('opens an order with its link only', async () => {
  const page = await checkoutWith(await ownProduct(50_000, 5), 1)
  await fillIn(page)
  await placeButton(page).click()
  await thanks(page)
  const address = page.url().slice(shopUrl.length)
  const elsewhere = await openPage(address, { width: 360 })
  await elsewhere.getByRole('heading', { name: 'Confirmed', exact: true }).waitFor()
  await expectNoAxeViolations(elsewhere)
  await expectNoSidewaysScroll(elsewhere)
  const stranger = await openPage(address.split('?')[0]!, { expected: /status of 404/ })
  await stranger.getByText('We can’t show this order').waitFor()
})
