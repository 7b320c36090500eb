import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { findProduct } from '../support/catalog.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openPage,
  shownInTime,
  type PageOptions,
} from '../support/page.ts'
import { hasFocus, signUpAs, toast } from '../support/shopper.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Your comment' })
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Comments' })
const comment = (page: Page, text: string) => panel(page).getByRole('listitem').filter({ hasText: text })

/** Opens the comments of a product as a signed-in customer. */
async function openComments(productId: number, options: PageOptions = {}) {
  const name = 'Ananya Rao'
  const page = await openPage(links.product(productId), {
    ...options,
    first: (opening) => signUpAs(opening, name),
  })
  await page.getByRole('tab', { name: 'Comments' }).click()
  await field(page).waitFor()
  return { page, name }
}

/** Holds back the comments until the returned function is called. */
async function holdComments(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/comment/getComments', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

it('offers guests to sign in and return', async () => {
  const page = await openPage(links.product(1))
  await page.getByRole('tab', { name: 'Comments' }).click()
  const signIn = page.getByRole('link', { name: 'Sign in to comment' })
  expect(await signIn.getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent('/product-details/1#comments')}`,
  )
  await expectNoAxeViolations(page)
})

it('posts, rates, edits and deletes a comment by keyboard', async () => {
  const { productid } = await findProduct(({ commentcount, rating }) => commentcount === 0 && rating === null)
  const { page, name } = await openComments(productid)
  await panel(page).getByText('No comments available. Be the first to comment!').waitFor()
  await page.getByRole('button', { name: 'Post comment' }).press('Enter')
  await panel(page).getByRole('alert').getByText('Please write a comment.').waitFor()
  await expect.poll(() => hasFocus(field(page))).toBe(true)
  await page.keyboard.type('Heavy, and good to hold. https://example.com')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Post comment' }).press('Enter')
  const mine = comment(page, 'Heavy, and good to hold.')
  await mine.waitFor()
  await expect.poll(() => mine.innerText()).toContain(name)
  await expect.poll(() => mine.getByText('4 of 5').count()).toBe(1)
  expect(await mine.getByRole('link').count()).toBe(0)
  await expect.poll(() => field(page).inputValue()).toBe('')
  await page
    .getByRole('main')
    .getByText(/^rated 4\.0 of 5/)
    .first()
    .waitFor()
  // As search engines read the page.
  await expect
    .poll(async () => (await fetch(page.url())).text())
    .toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"ratingCount":1')

  await mine.getByRole('button', { name: 'Edit' }).press('Enter')
  await panel(page).getByRole('listitem').getByRole('textbox').fill('Heavier than it looks.')
  await page.getByRole('button', { name: 'Save comment' }).press('Enter')
  const changed = comment(page, 'Heavier than it looks.')
  await changed.getByText('edited').waitFor()
  await expectNoAxeViolations(page)

  await changed.getByRole('button', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your comment?' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await panel(page).getByText('No comments available. Be the first to comment!').waitFor()
  await expect.poll(() => hasFocus(field(page))).toBe(true)
})

it('reports a comment of someone else', async () => {
  const product = await findProduct(({ commentcount }) => commentcount > 0)
  const { page } = await openComments(product.productid)
  const first = panel(page).getByRole('listitem').first()
  expect(await first.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await first.getByRole('button', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this comment?' })
  await dialog.getByRole('textbox').fill('It is about something else.')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Report' }).click()
  await toast(page, 'We’ll review this comment.').waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => hasFocus(first.getByRole('button', { name: 'Report' }))).toBe(true)
})

it('keeps the text if posting fails and shows why', async () => {
  const { page } = await openComments(1, { expected: /ERR_FAILED|status of 429/ })
  await page.route('**/api/comment/postComment', (route) => route.abort())
  await field(page).fill('Lovely')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await toast(page, 'Failed to post comment').waitFor()
  await expect.poll(() => panel(page).getByRole('alert').innerText()).toBe('Failed to post comment')
  await expect.poll(() => field(page).inputValue()).toBe('Lovely')
  await page.unroute('**/api/comment/postComment')
  await page.route('**/api/comment/postComment', (route) =>
    route.fulfill({ status: 429, json: { status: false, message: 'Ten an hour', code: 'too_many' } }),
  )
  await page.getByRole('button', { name: 'Post comment' }).click()
  await toast(page, 'Ten an hour').waitFor()

  // The comment is posted, but the fresh comments are lost: the page stays.
  await page.unroute('**/api/comment/postComment')
  await page.route('**/api/comment/postComment', (route) =>
    route.fulfill({ json: { status: true, message: 'Posted' } }),
  )
  const lost = page.waitForEvent('requestfailed')
  await page.route('**/api/comment/getComments', (route) => route.abort())
  await page.getByRole('button', { name: 'Post comment' }).click()
  await toast(page, 'Posted').waitFor()
  await lost
  await expect.poll(() => field(page).inputValue()).toBe('')
})

it('does not post after the author has signed out', async () => {
  const { page } = await openComments(1, { expected: /status of 401/ })
  await field(page).fill('Lovely')
  await page.context().clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Post comment' }).click()
      return panel(page).getByRole('alert').innerText()
    })
    .toBe('Missing user or product information')
})

it('counts the remaining characters near the limit', async () => {
  const { page } = await openComments(1)
  await field(page).fill('x'.repeat(1799))
  expect(
    await panel(page)
      .getByText(/characters? left$/)
      .count(),
  ).toBe(0)
  await field(page).fill('x'.repeat(1999))
  await panel(page).getByText('1 character left', { exact: true }).waitFor()
})

it('shows that loading has failed', async () => {
  const page = await openPage(links.product(1), { expected: /ERR_FAILED/, ownClock: true })
  await page.route('**/api/comment/getComments', (route) => route.abort())
  await page.getByRole('tab', { name: 'Comments' }).click()
  await shownInTime(page, panel(page).getByText('Error loading comments.'))
  await expectNoAxeViolations(page)
  await page.unroute('**/api/comment/getComments')
  const release = await holdComments(page)
  const retry = panel(page).getByRole('button', { name: 'Try again' })
  await retry.press('Enter')
  await panel(page).getByText('Loading comments...').first().waitFor()
  expect(await panel(page).getByText('Error loading comments.').count()).toBe(0)
  release()
  await retry.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

it('says that it loads before it says that there are none', async () => {
  const { productid } = await findProduct(({ commentcount }) => commentcount === 0)
  const page = await openPage(links.product(productid))
  const release = await holdComments(page)
  await page.getByRole('tab', { name: 'Comments' }).click()
  await panel(page).getByText('Loading comments...').first().waitFor()
  const none = panel(page).getByText('No comments available. Be the first to comment!')
  expect(await none.count()).toBe(0)
  release()
  await none.waitFor()
})

it('fits on a small screen', async () => {
  const { page } = await openComments(1, { width: 360 })
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})
