import type { Page } from 'playwright-core'
import type { ProductDetail } from '#contract/product.ts'
import { findProduct } from './catalogue.ts'
import { register, signInAs, somebody } from './person.ts'

/** Calls the API with the cookies of the page, which need not be open. Answers the status and what was answered. */
export async function callAs(
  page: Page,
  path: string,
  body: object = {},
): Promise<{ status: number; data: unknown }> {
  const answer = await page.request.post(`/api/${path}`, { data: body })
  const { data } = (await answer.json()) as { data: unknown }
  return { status: answer.status(), data }
}

/** Makes an account and signs in, as who looks at this page. Answers the name. */
export async function signUpAs(page: Page, fullName = 'Ananya Rao'): Promise<string> {
  const person = somebody(fullName)
  await register(person)
  await signInAs(page, person)
  return fullName
}

/** A product without a choice, of which there are at least so many. */
export function simpleProduct(stock = 3): Promise<ProductDetail> {
  return findProduct(({ variants }) => variants.length === 1 && (variants[0]?.stock ?? 0) >= stock)
}

/** The link of the top bar with the count that it says. */
export const barLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true })

/** A message that is shown now. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text)

export const hasFocus = (element: ReturnType<Page['locator']>) =>
  element.evaluate((node) => node === document.activeElement)
