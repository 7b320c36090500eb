import type { Page } from 'playwright-core'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { findProduct } from './catalog.ts'
import { register, signInAs, somebody } from './person.ts'

/** Calls the API with the page's cookies. Returns the status and the data. */
export async function callAs(
  page: Page,
  path: string,
  body: object = {},
): Promise<{ status: number; data: unknown }> {
  const answer = await page.request.post(`/api/${path}`, { data: body })
  const { data } = (await answer.json()) as { data: unknown }
  return { status: answer.status(), data }
}

/** Creates an account and signs the page in. Returns the name. */
export async function signUpAs(page: Page, fullName = 'Ananya Rao'): Promise<string> {
  const person = somebody(fullName)
  await register(person)
  await signInAs(page, person)
  return fullName
}

/** A simple product with at least this stock. */
export function simpleProduct(stock = 3): Promise<ProductDetail> {
  return findProduct(({ variants }) => variants.length === 1 && (variants[0]?.stock ?? 0) >= stock)
}

/** A top bar link; its name includes the count. */
export const barLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true })

/** A visible toast. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text)

export const hasFocus = (element: ReturnType<Page['locator']>) =>
  element.evaluate((node) => node === document.activeElement)
