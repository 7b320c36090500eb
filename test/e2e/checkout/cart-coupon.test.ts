import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { ownProduct } from '../support/goods.ts'
import { expectLargeTextFits, expectNoAxeViolations, hydrated, openPage } from '../support/page.ts'
import { inDatabase } from '../support/person.ts'
import { callAs, hasFocus } from '../support/shopper.ts'

const total = (page: Page) => page.locator('[data-total]')
const code = (page: Page) => page.getByRole('textbox', { name: 'Coupon' })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply' })
const proceed = (page: Page) => page.getByRole('link', { name: 'Proceed To Billing Address' })

/** A cart of ₹2,000 and the code of a coupon of 10 %. */
async function prepare(name: string) {
  const product = await ownProduct(100_000, 5)
  const coupon = await inDatabase((db) => newCoupon(db, { code: `${name}${Date.now()}` }))
  const first = (page: Page) => callAs(page, 'cart/addToCart', { productid: product.productid, quantity: 2 })
  return { coupon: coupon.code, first }
}

it('a coupon shows in the totals of the cart, follows its changes and reaches the checkout', async () => {
  const { coupon, first } = await prepare('CART')
  const page = await openPage(links.cart(), { first, width: 360 })
  await page.getByText('Add a coupon').click()
  await code(page).fill('NOSUCH')
  await code(page).press('Enter')
  await expect.poll(() => code(page).getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => hasFocus(code(page))).toBe(true)
  await expect.poll(() => total(page).innerText()).toBe('₹2,000.00')
  await expectNoAxeViolations(page)

  await code(page).fill(coupon.toLowerCase())
  await apply(page).click()
  await expect.poll(() => total(page).innerText()).toBe('₹1,800.00')
  await page.getByRole('status').getByText(`Coupon ${coupon} applied`).waitFor()
  const remove = page.getByRole('link', { name: `Remove coupon ${coupon}` })
  await expect.poll(() => hasFocus(remove)).toBe(true)
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect.poll(() => total(page).innerText()).toBe('₹2,700.00')
  await expectNoAxeViolations(page)

  await remove.click()
  await expect.poll(() => total(page).innerText()).toBe('₹3,000.00')
  await expect.poll(() => hasFocus(page.getByText('Add a coupon'))).toBe(true)
  await page.goto(`${links.cart()}?coupon=${coupon}`)
  await hydrated(page)
  await proceed(page).click()
  await page.getByRole('button', { name: 'Place order · ₹2,700.00' }).first().waitFor()
  await page.getByText(`Coupon ${coupon}`).first().waitFor()
  await page.goto(`${links.cart()}?coupon=${coupon}`)
  await hydrated(page)
  await page.keyboard.press('Tab')
  await expectLargeTextFits(page)
})

it('works without JavaScript', async () => {
  const { coupon, first } = await prepare('PLAIN')
  const page = await openPage(links.cart(), { first, width: 360, javaScript: false })
  await page.getByText('Add a coupon').click()
  await code(page).fill('NOSUCH')
  await apply(page).click()
  await page.waitForURL('**/cart?coupon=NOSUCH')
  await expect.poll(() => code(page).getAttribute('aria-invalid')).toBe('true')
  await code(page).fill(coupon)
  await apply(page).click()
  await expect.poll(() => total(page).innerText()).toBe('₹1,800.00')
  await page.getByRole('spinbutton').fill('3')
  await page.getByRole('spinbutton').press('Enter')
  await expect.poll(() => total(page).innerText()).toBe('₹2,700.00')
  await proceed(page).click()
  await page.getByRole('button', { name: 'Place order · ₹2,700.00' }).first().waitFor()
  await page.goBack()
  await page.getByRole('link', { name: `Remove coupon ${coupon}` }).click()
  await expect.poll(() => total(page).innerText()).toBe('₹3,000.00')
})
