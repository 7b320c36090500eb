import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { cardShop } from '../support/card-shop.ts'
import { ownProduct } from '../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated } from '../support/page.ts'
import { openAs, somebody } from '../support/person.ts'
import { hasFocus, toast } from '../support/shopper.ts'
import { makeAdmin, openAsAdmin } from '../support/staff.ts'

const total = (page: Page) => page.locator('[data-total]').textContent()
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Types these texts into the fields that follow the focus. */
async function typeOn(page: Page, texts: readonly string[]) {
  for (const text of texts) {
    await page.keyboard.press('Tab')
    if (text) await page.keyboard.type(text)
  }
}

it('an order by phone becomes a payment link, by keyboard alone', async () => {
  const { name } = await ownProduct(50_000, 3)
  const customer = somebody('Farida Contractor')
  const shop = await cardShop()
  onTestFinished(shop.stop)
  const page = await openAs(await makeAdmin(), '/dashboard/orders', { base: shop.url })
  await hydrated(page)
  await page.getByRole('link', { name: 'New order' }).press('Enter')
  await title(page, 'New order').waitFor()
  const search = page.getByRole('combobox', { name: 'Add a product' })
  await expect.poll(() => hasFocus(search)).toBe(true)
  await expectNoAxeViolations(page)

  // Faster than the list of matches, as a scanner types a SKU.
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  const quantity = page.getByLabel(`Quantity of ${name}`)
  await quantity.waitFor()
  await page.keyboard.type(name.toLowerCase())
  await page.getByRole('option', { name: new RegExp(name) }).waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await typeOn(page, ['4'])
  await page.getByText(`Only 3 left of ${name}`).waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  // A price of its own, with the reason.
  await typeOn(page, ['450'])
  await page.getByLabel(`Reason for this price of ${name}`).waitFor()
  await typeOn(page, ['Regular customer'])
  await page.keyboard.press('Tab')
  // Past coupon, discount, the ways to get the items and the search for customers.
  await typeOn(page, ['', '', '', '', '98200 12345', customer.email, customer.fullName, '400050'])
  await expect.poll(() => page.getByLabel('City').inputValue()).not.toBe('')
  await expect.poll(() => page.getByLabel('State').inputValue()).toBe('MH')
  // Past city and state.
  await typeOn(page, ['', '', '7 Hill Road'])
  await expect.poll(() => total(page)).toMatch(/₹(900|999)\.00/)
  const shown = await total(page)
  await page.getByRole('radio', { name: /^Payment link/ }).waitFor()
  expect(await page.getByRole('radio', { name: /^Payment link/ }).isChecked()).toBe(true)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Place order' }).press('Enter')

  await title(page, /^Order \d{4}-\d{6}$/).waitFor()
  const link = page.getByLabel('Payment link for the customer')
  const address = await link.inputValue()
  await expectNoAxeViolations(page)
  await page.getByText('special price: Regular customer').waitFor({ state: 'attached' })
  await page.goto(address)
  await page
    .getByText(shown ?? '', { exact: true })
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Pay/ }).first().waitFor()
})

it('a sale at the counter, by keyboard alone, for a customer without a name', async () => {
  const { name } = await ownProduct(50_000, 3)
  const page = await openAsAdmin('/dashboard/orders/new?counter=1')
  await hydrated(page)
  const search = page.getByRole('combobox', { name: 'Add a product' })
  await expect.poll(() => hasFocus(search)).toBe(true)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.getByLabel(`Quantity of ${name}`).waitFor()
  await expect.poll(() => total(page)).toBe('₹500.00')
  expect(await page.getByRole('radio', { name: 'Cash' }).isChecked()).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Control+Enter')
  const sale = page.getByRole('region', { name: 'Last sale' })
  await sale.getByText('₹500, paid and handed over').waitFor()
  await expect.poll(() => hasFocus(sale.getByRole('link').first())).toBe(true)
  await expectNoAxeViolations(page)
  await sale.getByRole('link', { name: 'Open order' }).press('Enter')
  await page.getByText('Picked up. Nothing left to do.').waitFor()
})

it('after a sale at the counter, an order by phone is a new order', async () => {
  const { name } = await ownProduct(50_000, 3)
  const page = await openAsAdmin('/dashboard/orders/new?counter=1')
  await hydrated(page)
  const sale = page.getByRole('region', { name: 'Last sale' })
  const search = page.getByRole('combobox', { name: 'Add a product' })
  const quantity = page.getByLabel(`Quantity of ${name}`)
  const add = async () => {
    await search.fill(name)
    await search.press('Enter')
    await quantity.waitFor()
  }
  await add()
  await expect.poll(() => total(page)).toBe('₹500.00')
  await page.keyboard.press('Control+Enter')
  await sale.waitFor()
  // The next sale is typed when the phone rings.
  await add()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new order')
  await page.getByRole('option', { name: 'New order' }).waitFor()
  await page.keyboard.press('Enter')
  await title(page, 'New order').waitFor()
  expect(await sale.count()).toBe(0)
  expect(await page.getByRole('radio', { name: /^Delivery/ }).isChecked()).toBe(true)
  expect(await quantity.count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Counter sale' }).click()
  await title(page, 'Counter sale').waitFor()
  await quantity.waitFor()
})

it('a draft survives a reload, is saved, found again, changed and placed', async () => {
  const { name } = await ownProduct(20_000, 5)
  const customer = somebody(`Roshan ${Date.now()}`)
  const page = await openAsAdmin('/dashboard/orders/new', { width: 360 })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('combobox', { name: 'Add a product' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await page.getByLabel('Full name').fill(customer.fullName)
  await page.getByLabel('Email (optional)').fill(customer.email)
  await page.getByLabel('House number and street').fill('1 Marine Drive')
  await page.getByLabel('PIN code').fill('400020')
  await expect.poll(() => page.getByLabel('State').inputValue()).toBe('MH')
  await expectNoSidewaysScroll(page)

  await page.reload()
  await hydrated(page)
  await page.getByText('Restored what you had typed.').waitFor()
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe(customer.fullName)
  expect(await page.getByLabel(`Quantity of ${name}`).inputValue()).toBe('1')
  await page.getByLabel(/^Discount/).fill('10%')
  await page.getByLabel('Reason for the discount').fill('Late reply')
  await expect.poll(() => page.getByRole('term').allTextContents()).toContain('Discount')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Please enter your phone number').waitFor()
  await page.getByLabel('Phone').fill('98200 54321')
  await page.keyboard.press('Control+s')
  await toast(page, 'Draft saved').waitFor()
  await title(page, /^Draft /).waitFor()

  await page.goto('/dashboard/orders/drafts')
  await hydrated(page)
  await page.getByRole('link', { name: customer.fullName, exact: true }).click()
  await title(page, /^Draft /).waitFor()
  // Until the totals are there, the summary is dimmed.
  await expect.poll(() => page.getByRole('term').allTextContents()).toContain('Discount')
  await expectNoAxeViolations(page)
  expect(await page.getByLabel(/^Discount/).inputValue()).toBe('10%')
  const quantity = page.getByLabel(`Quantity of ${name}`)
  await quantity.fill('9')
  await page.getByText(`Only 5 left of ${name}`).waitFor()
  await page.getByRole('link', { name: 'Draft orders' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await quantity.fill('2')
  await page.getByRole('radio', { name: /^Paid directly/ }).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await title(page, /^Order \d{4}-\d{6}$/).waitFor()
  await page.getByText('2 items').first().waitFor()
  await page.getByText('Discount: Late reply', { exact: true }).waitFor()
  await page.getByText('Ready to pack and ship.').waitFor()

  // The customer of an order is found for the next one.
  await page.goto('/dashboard/orders/new')
  await hydrated(page)
  await page.getByRole('combobox', { name: 'Find a customer' }).fill('9820054321')
  await page.getByRole('option', { name: new RegExp(customer.fullName) }).click()
  await expect.poll(() => page.getByLabel('House number and street').inputValue()).toBe('1 Marine Drive')
  expect(await page.getByLabel('Email (optional)').inputValue()).toBe(customer.email)
})
