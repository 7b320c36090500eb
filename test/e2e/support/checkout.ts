import type { Page } from 'playwright-core'
import { links } from '#contract/links.ts'
import type { OwnProduct } from './goods.ts'
import { hydrated, openPage, type PageOptions } from './page.ts'
import { inDatabase } from './person.ts'
import { callAs } from './shopper.ts'

export const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order/ })

/** The lines of the order review. */
export const review = (page: Page) => page.getByRole('list', { name: 'Items of your order' })

/** Opens the checkout of a visitor with that quantity of a product in the cart. */
export async function checkoutWith(
  { productid }: Pick<OwnProduct, 'productid'>,
  quantity: number,
  options: PageOptions = {},
): Promise<Page> {
  const first = async (page: Page) => {
    await callAs(page, 'cart/addToCart', { productid, quantity })
    await options.first?.(page)
  }
  const page = await openPage(links.checkout(), { ...options, first })
  await placeButton(page).waitFor()
  return page
}

/** Goes to the checkout and waits for its form. */
export async function openCheckout(page: Page, path: string = links.checkout()): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await placeButton(page).waitFor()
}

/** Fills in the required fields of a guest with cash on delivery, and waits for the delivery cost. */
export async function fillIn(page: Page, email = 'asha@example.com'): Promise<void> {
  const typed = {
    'Email address': email,
    Phone: '+91 98765 43210',
    'Full name': 'Asha Rao',
    'House number and street': '4 Rose Lane',
    'PIN code': '411001',
    City: 'Pune',
  }
  // City and state follow from the PIN code; filling them in again changes nothing.
  const costs = page.waitForResponse((response) => {
    const { pathname, searchParams: sent } = new URL(response.url())
    return pathname === '/api/checkout' && sent.get('state') === 'MH' && sent.get('pincode') === '411001'
  })
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('State', { exact: true }).selectOption('Maharashtra')
  await costs
}

/** Waits for the page of the placed order, and until a reload no longer thanks for it. */
export async function thanks(page: Page): Promise<void> {
  await page.waitForURL(
    ({ pathname, searchParams }) => /\/orders\/[0-9A-Z-]{14}$/.test(pathname) && !searchParams.has('placed'),
  )
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  await page.getByRole('heading', { name: 'Order history' }).waitFor()
}

/** The orders of an email address; amounts in minor units. */
export const ordersOf = (email: string) =>
  inDatabase((db) =>
    db
      .selectFrom('shop_order')
      .select(['number', 'serial', 'total', 'status'])
      .where('email', '=', email)
      .execute(),
  )
