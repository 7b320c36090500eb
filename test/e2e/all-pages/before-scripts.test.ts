import { randomUUID } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { links } from '#contract/links.ts'
import { ordersOf, placeButton } from '../support/checkout.ts'
import { findProduct } from '../support/catalog.ts'
import { ownProduct } from '../support/goods.ts'
import { hydrated, openPage } from '../support/page.ts'
import { callAs, signUpAs, simpleProduct } from '../support/shopper.ts'

const off = { javaScript: false, width: 360, expected: /status of 4\d\d/ }
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const quantity = (page: Page) => main(page).getByRole('spinbutton', { name: /^Quantity/ })
const items = (page: Page) => page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}

const cartOf = async (page: Page) => {
  const { data } = await callAs(page, 'cart/getcarts')
  return (data as { variantid: number; quantity: number }[]).map((line) => [line.variantid, line.quantity])
}

describe('without JavaScript', () => {
  it('adds the chosen variant, changes its quantity and removes it', async () => {
    const { productid, variants } = await findProduct(
      (product) => product.variants.filter(({ stock }) => (stock ?? 0) > 3).length > 1,
    )
    const variant = variants.findLast(({ stock }) => (stock ?? 0) > 3)!
    const page = await openPage(`${links.product(productid)}?variant=${variant.variantid}`, off)
    await quantity(page).fill('0')
    await press(page, 'Add to Cart')
    await main(page)
      .getByRole('alert')
      .getByText(/at least 1|quantity/i)
      .waitFor()
    expect(await cartOf(page)).toEqual([])
    await quantity(page).fill('999')
    await press(page, 'Add to Cart')
    await main(page)
      .getByRole('alert')
      .getByText(/left|available/)
      .waitFor()
    await expect.poll(() => quantity(page).inputValue()).toBe(String(Math.min(variant.stock ?? 0, 999)))
    await quantity(page).fill('2')
    await press(page, 'Add to Cart')
    await page.waitForURL('**/cart')
    expect(await cartOf(page)).toEqual([[variant.variantid, 2]])
    await quantity(page).fill('3')
    await quantity(page).press('Enter')
    await expect.poll(() => cartOf(page)).toEqual([[variant.variantid, 3]])
    await main(page)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await main(page).getByText('No items in cart.').waitFor()
  })

  it('orders as a guest from the home page on', async () => {
    // Other tests change and delete the products of the list.
    const { name } = await ownProduct(45_000, 5)
    const page = await openPage('/', off)
    await page.getByRole('combobox', { name: 'Search' }).fill(name)
    await page.getByRole('combobox', { name: 'Search' }).press('Enter')
    await press(page, `Add ${name} to cart`)
    await page.waitForURL('**/cart')
    await page.getByRole('link', { name: 'Proceed To Billing Address' }).click()
    const email = `${randomUUID()}@example.com`
    await fill(page, { 'Email address': email, Phone: '12', 'Full name': 'Asha Rao', 'PIN code': '411001' })
    await fill(page, { City: 'Pune', 'House number and street': '4 Rose Lane' })
    await page.getByLabel('State', { exact: true }).selectOption('Goa')
    const place = placeButton(page).filter({ visible: true })

    await place.click()
    await page.getByText('PIN code 411001 is in Maharashtra').waitFor()
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Asha Rao')
    await page.getByLabel('State', { exact: true }).selectOption('Maharashtra')
    await place.click()
    const phone = page.getByLabel('Phone')
    await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true')
    await phone.fill('+91 98765 43210')
    await page.getByText('Add a coupon').click()
    await page.getByLabel('Coupon').fill('NOPE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(/coupon .*(exist|valid)/i).waitFor()
    await page.getByLabel('Coupon').fill('')
    await place.click()

    await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
    await page.getByRole('heading', { name: 'Order history' }).waitFor()
    expect(await ordersOf(email)).toMatchObject([{ status: 'confirmed' }])
    await page.goto(links.cart())
    await main(page).getByText('No items in cart.').waitFor()
  })

  it('posts a comment with stars, and keeps it while the guest signs in', async () => {
    const { productid } = await simpleProduct()
    const page = await openPage(links.product(productid), off)
    const text = `Heavy, and good to hold. ${randomUUID()}`
    await page.getByLabel('Your comment').fill(text)
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await press(page, 'Post comment')
    await main(page).getByRole('alert').waitFor()
    await expect.poll(() => page.getByLabel('Your comment').inputValue()).toBe(text)
    await expect.poll(() => page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true)
    await signUpAs(page)
    await press(page, 'Post comment')
    const posted = main(page).getByRole('listitem').filter({ hasText: text })
    await expect.poll(() => posted.innerText()).toContain('★★★★☆')
  })

  it('keeps a wishlist and asks before it removes', async () => {
    const { productid, productname } = await simpleProduct()
    const page = await openPage(links.product(productid), off)
    await main(page).getByRole('button', { name: 'Add to Wishlist' }).click()
    await page.waitForURL('**/wishlist')
    await press(page, `Remove ${productname} from wishlist`)
    await page.getByRole('heading', { name: 'Remove from your wishlist?' }).waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await press(page, `Move to Cart: ${productname}`)
    await page.waitForURL('**/cart')
    await expect.poll(() => items(page).count()).toBe(1)
    await page.goto(links.wishlist())
    await page.getByText('Your wishlist is empty').waitFor()
  })
})

describe('while the scripts are on their way', () => {
  it('adds once what is pressed twice, before and after they arrive', async () => {
    const { productid, variants } = await simpleProduct(5)
    const path = links.product(productid)
    const scripts = gate()
    const answer = gate()
    // The guest exists already.
    const first = (page: Page) => callAs(page, 'wishlist/createwishlist', { productid })
    const page = await openPage('/about', { first })
    onTestFinished(answer.open)
    await page.route('**/*.js', (route) => scripts.opened.then(() => route.continue()))
    await page.route(`**${path}`, async (route) => {
      if (isPost(route.request(), path)) await answer.opened
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await main(page).getByRole('button', { name: 'Increase quantity' }).click()
    const button = main(page).getByRole('button', { name: 'Add to Cart', exact: true })
    const { x, y } = (await button.boundingBox())!
    // A locator would wait for the next page.
    const pressed = page.waitForRequest((request) => isPost(request, path))
    await page.mouse.click(x + 5, y + 5)
    await pressed
    const island = page.waitForResponse('**/product-main*.js')
    scripts.open()
    await island
    // The page answers no test while the browser waits for the next one.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const added = page.waitForRequest('**/api/cart/addToCart')
    await page.mouse.click(x + 5, y + 5)
    expect((await added).postDataJSON()).toMatchObject({ quantity: 2 })
    expect((await (await added).response())?.status()).toBe(200)
    answer.open()
    await page.waitForURL('**/cart')
    expect(await cartOf(page)).toEqual([[variants[0]!.variantid, 2]])
  })

  it('answers a button that was pressed before they arrived, once', async () => {
    const { productid } = await simpleProduct()
    const scripts = gate()
    const page = await openPage('/about')
    await page.route('**/*.js', (route) => scripts.opened.then(() => route.continue()))
    await page.goto(links.product(productid), { waitUntil: 'commit' })
    const opener = main(page).getByRole('button', { name: 'Check delivery to your PIN code' })
    await opener.click()
    await opener.click()
    expect(await opener.getAttribute('aria-expanded')).toBe('false')
    scripts.open()
    await page.getByRole('textbox', { name: 'PIN code' }).waitFor()
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
  })

  it('keeps what is typed in the checkout, and continues with it', async () => {
    const { productid } = await simpleProduct()
    const scripts = gate()
    const first = (page: Page) => callAs(page, 'cart/addToCart', { productid, quantity: 1 })
    const page = await openPage('/about', { first })
    await page.route('**/*.js', (route) => scripts.opened.then(() => route.continue()))
    await page.goto(links.checkout(), { waitUntil: 'commit' })
    const email = `${randomUUID()}@example.com`
    await fill(page, { 'Email address': email, Phone: '+91 98765 43210', 'PIN code': '411001' })
    await page.getByText('Add an order note').click()
    await page.getByLabel('Order note').fill('Ring twice')
    scripts.open()
    await hydrated(page)
    // City and state follow from the PIN code once React knows it.
    await expect.poll(() => page.getByLabel('City').inputValue()).not.toBe('')
    await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('MH')
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(email)
    await fill(page, { 'Full name': 'Asha Rao', 'House number and street': '4 Rose Lane' })
    await placeButton(page).filter({ visible: true }).click()
    await page.getByText('Your note: Ring twice').waitFor()
    expect(await ordersOf(email)).toHaveLength(1)
  })
})

it('sends forms by the browser if the script for the first press is missing', async () => {
  const { productid, variants } = await simpleProduct(5)
  const page = await openPage('/about', { expected: /ERR_FAILED/ })
  await page.route('**/card-changes*.js', (route) => route.abort())
  await page.goto(links.product(productid))
  await hydrated(page)
  await main(page).getByRole('button', { name: 'Increase quantity' }).click()
  await press(page, 'Add to Cart')
  await page.waitForURL('**/cart')
  expect(await cartOf(page)).toEqual([[variants[0]!.variantid, 2]])

  await page.goto('/products')
  await hydrated(page)
  await main(page)
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click()
  await page.waitForURL('**/cart')
  await expect.poll(async () => (await cartOf(page)).length).toBe(2)
})

it('loads no React for visitors who save data, until they use something', async () => {
  const page = await openPage('/', {
    untouched: true,
    first: (visitor) =>
      visitor.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      ),
  })
  const scripts = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => /react-.*\.js$/.test(name)),
    )
  await page.waitForFunction(() => document.documentElement.dataset['started'] === 'idle')
  expect(await scripts()).toEqual([])
  await page.getByRole('combobox', { name: 'Search products' }).filter({ visible: true }).fill('mug')
  await page.getByRole('option').first().waitFor()
  expect(await scripts()).not.toEqual([])
})

it('works on if a script is missing', async () => {
  const { productid, variants } = await simpleProduct(5)
  const expected = /ERR_FAILED|Failed to fetch dynamically imported module/
  const page = await openPage('/about', { expected })
  await page.route('**/product-main*.js', (route) => route.abort())
  await page.goto(links.product(productid))
  await main(page).getByRole('button', { name: 'Increase quantity' }).click()
  await press(page, 'Add to Cart')
  await page.waitForURL('**/cart')
  expect(await cartOf(page)).toEqual([[variants[0]!.variantid, 2]])
})

const isPost = (request: Request, path: string) => request.method() === 'POST' && request.url().endsWith(path)

/** Holds back what awaits `opened`. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
