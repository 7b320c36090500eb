import { describe, expect, it } from 'vitest'
import { checkoutWith, fillIn, ordersOf, placeButton, review, thanks } from '../support/checkout.ts'
import { ownProduct } from '../support/goods.ts'
import { expectNoAxeViolations } from '../support/page.ts'
import { somebody } from '../support/person.ts'
import { callAs, hasFocus } from '../support/shopper.ts'

const refused = /status of 409/

describe('an order is placed once', () => {
  it('if the button is pressed twice', async () => {
    const page = await checkoutWith(await ownProduct(50_000, 5), 1)
    const { email } = somebody()
    await fillIn(page, email)
    await placeButton(page).dblclick()
    await thanks(page)
    expect(await ordersOf(email)).toHaveLength(1)
  })

  it('if the response is lost: the notice survives a reload, and a retry opens the order', async () => {
    const page = await checkoutWith(await ownProduct(50_000, 5), 1, { expected: /ERR_FAILED/ })
    const { email } = somebody()
    await fillIn(page, email)
    await page.route('**/api/orders', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await placeButton(page).click()
    const heading = page.getByRole('heading', { name: 'We couldn’t confirm your order' })
    await heading.waitFor()
    await expect.poll(() => hasFocus(heading)).toBe(true)
    await expectNoAxeViolations(page)
    expect(await ordersOf(email)).toHaveLength(1)
    await page.unroute('**/api/orders')
    await page.reload()
    await heading.waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await thanks(page)
    expect(await ordersOf(email)).toHaveLength(1)
  })
})

describe('a pending order', () => {
  it('is refused on retry if the product has sold out', async () => {
    const product = await ownProduct(50_000, 1)
    const page = await checkoutWith(product, 1, { expected: /ERR_FAILED|status of 409/ })
    await fillIn(page)
    await page.route('**/api/orders', (route) => route.abort())
    await placeButton(page).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Still no reply.').waitFor()
    await page.unroute('**/api/orders')
    await product.change({ price: 50_000, stock: 0 })
    await page.getByRole('button', { name: 'Try again' }).click()
    const alert = page.getByRole('alert').filter({ hasText: `${product.name} is sold out` })
    await alert.waitFor()
    await expect.poll(() => hasFocus(alert)).toBe(true)
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Asha Rao')
  })

  it('is repeated while the server processes it', async () => {
    const page = await checkoutWith(await ownProduct(50_000, 1), 1, { expected: refused })
    await fillIn(page)
    const keys: (string | undefined)[] = []
    await page.route('**/api/orders', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const busy = { status: false, code: 'in_progress', message: 'This is being worked on.' }
      return keys.length > 1 ? route.continue() : route.fulfill({ status: 409, json: busy })
    })
    await placeButton(page).click()
    await thanks(page)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('changes during checkout', () => {
  it('shows a changed total and orders it on the second press', async () => {
    const product = await ownProduct(150_000, 5)
    const page = await checkoutWith(product, 1, { expected: refused })
    const { email } = somebody()
    await fillIn(page, email)
    await product.change({ price: 160_000, stock: 5 })
    await page.getByRole('button', { name: 'Place order · ₹1,500.00' }).click()
    const alert = page.getByRole('alert').getByText('Your total changed from ₹1,500.00 to ₹1,600.00.')
    await alert.waitFor()
    await page.getByText('Total: ₹1,500.00 before, ₹1,600.00 now').waitFor()
    expect(await ordersOf(email)).toEqual([])
    await expectNoAxeViolations(page)
    await page.getByLabel('Some prices have changed').check()
    await page.getByRole('button', { name: 'Place order · ₹1,600.00' }).click()
    await thanks(page)
    expect(await ordersOf(email)).toMatchObject([{ total: 160_000 }])
  })

  it('asks to accept a price that changed in the cart', async () => {
    const product = await ownProduct(50_000, 5)
    const page = await checkoutWith(product, 1, { first: () => product.change({ price: 45_000, stock: 5 }) })
    await review(page).getByText('The price has changed from ₹500 to ₹450.').waitFor()
    await fillIn(page)
    await placeButton(page).click()
    await page.getByText('Please accept the new prices to continue.').waitFor()
    const box = page.getByLabel('Some prices have changed')
    await expect.poll(() => hasFocus(box)).toBe(true)
    await box.check()
    await placeButton(page).click()
    await thanks(page)
  })

  it('offers the remaining quantity if the stock shrinks', async () => {
    const product = await ownProduct(150_000, 4)
    const page = await checkoutWith(product, 4, { expected: refused })
    await fillIn(page)
    await product.change({ price: 150_000, stock: 3 })
    await placeButton(page).click()
    const line = review(page).getByRole('listitem')
    const problem = line.getByText(`Only 3 left of ${product.name}`)
    await problem.waitFor()
    await expect.poll(() => hasFocus(problem)).toBe(true)
    await expectNoAxeViolations(page)
    await line.getByRole('button', { name: 'Change quantity to 3' }).click()
    await page.getByRole('button', { name: 'Place order · ₹4,500.00' }).click()
    await thanks(page)
  })

  it('removes a line that has sold out', async () => {
    const [gone, there] = [await ownProduct(50_000, 2), await ownProduct(150_000, 2)]
    const page = await checkoutWith(gone, 1, {
      async first(opened) {
        await callAs(opened, 'cart/addToCart', { productid: there.productid })
        await gone.change({ price: 50_000, stock: 0 })
      },
    })
    await fillIn(page)
    await placeButton(page).click()
    await review(page).getByText('Sold out. Please remove it.').waitFor()
    await review(page)
      .getByRole('button', { name: `Remove ${gone.name}` })
      .click()
    await expect.poll(() => review(page).getByRole('listitem').count()).toBe(1)
    await placeButton(page).click()
    await thanks(page)
  })
})
