import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'
import { findProduct } from '../support/catalog.ts'
import { expectNoAxeViolations, openPage, shopUrl } from '../support/page.ts'
import { inDatabase, register, signInAs, somebody } from '../support/person.ts'
import { hasFocus, signUpAs } from '../support/shopper.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Your comment' })
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Comments' })

it('a buyer posts photos and answers a question, and others find it helpful', async () => {
  const product = await findProduct(({ variants, rating }) => variants.length > 1 && rating === null)
  const { productid, variants } = product
  const [variant] = variants
  const buyer = somebody('Rohit Kulkarni')
  const page = await openPage(links.product(productid), {
    first: async (opening) => {
      await register(buyer)
      await signInAs(opening, buyer)
      await inDatabase(async (db) => {
        const { id } = await db
          .selectFrom('app_user')
          .select('id')
          .where('email', '=', buyer.email)
          .executeTakeFirstOrThrow()
        const line = { productId: productid, variantId: variant!.variantid, quantity: 1, price: 54_900 }
        await newSoldOrder(db, [line], { user_id: id, status: 'delivered', delivered_at: new Date() })
        const question = { config_id: 1, product_id: productid, author_name: 'Noor', kind: 'question' }
        await db
          .insertInto('comment')
          .values({ ...question, body: 'Is it heavy?' })
          .execute()
      })
    },
  })
  await page.getByRole('tab', { name: 'Specifications' }).click()
  await page.evaluate(() => void (location.hash = 'comment-form'))
  await expect.poll(() => hasFocus(field(page))).toBe(true)
  await page.keyboard.type('As in the pictures')
  // What was typed is there again when the shopper comes back.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
  await page.waitForURL(`${shopUrl}/`)
  await page.goBack()
  await expect.poll(() => field(page).inputValue()).toBe('As in the pictures')
  const photos = page.locator('input[name=photos]')
  await photos.setInputFiles(
    ['mug-stoneware-sage.webp', 'plate-set-ivory.webp'].map((name) => `demo/images/${name}`),
  )
  await page.getByRole('button', { name: 'Remove photo 2' }).press('Enter')
  await panel(page).getByText('1 of 4 photos').waitFor()
  await expect.poll(() => hasFocus(photos)).toBe(true)
  await page.getByRole('radio', { name: '5 stars' }).check()
  await page.getByRole('button', { name: 'Post comment' }).press('Enter')
  const mine = panel(page).getByRole('listitem').filter({ hasText: 'As in the pictures' })
  await mine.getByText('Verified purchase').waitFor()
  await mine.getByText(Object.entries(variant!.options)[0]!.join(': ')).waitFor()
  await panel(page).getByText('You’ve already rated this product.').waitFor()
  await panel(page).getByText('1 of 4 photos').waitFor({ state: 'detached' })
  await mine.getByRole('link', { name: 'Photo by Rohit Kulkarni' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Photo by Rohit Kulkarni' })
  await expect
    .poll(() => dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(mine.getByRole('link'))).toBe(true)

  const questions = page.getByRole('region', { name: 'Questions and answers' })
  await questions.getByRole('button', { name: 'Answer' }).press('Enter')
  await page.keyboard.type('Not at all')
  await questions.getByRole('button', { name: 'Post answer' }).press('Enter')
  await questions.getByText('Not at all').waitFor()
  await expect.poll(() => hasFocus(questions.getByRole('heading'))).toBe(true)
  await expectNoAxeViolations(page)

  const reader = await openPage(links.product(productid), { first: (opening) => signUpAs(opening) })
  await reader.getByRole('tab', { name: 'Comments' }).click()
  const theirs = panel(reader).getByRole('button', { name: /^Helpful.*Rohit Kulkarni/ })
  for (const index of [0, 1]) {
    await theirs.nth(index).press('Enter')
    await expect.poll(() => theirs.nth(index).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => theirs.nth(index).innerText()).toMatch(/Helpful\s+\(1\)/)
  }
  await reader.getByRole('button', { name: 'Ask a question' }).press('Enter')
  await reader.keyboard.type('Which one is lighter?')
  await reader.getByRole('button', { name: 'Post question' }).press('Enter')
  await panel(reader).getByText('Which one is lighter?').waitFor()
})

it('filters and sorts the comments', async () => {
  const { productid } = await findProduct(({ variants, rating }) => variants.length === 1 && rating === null)
  await inDatabase(async (db) => {
    const rated = [5, 5, 4, 2].map((rating, index) => ({
      config_id: 1,
      product_id: productid,
      author_name: 'Noor',
      body: `Comment ${index}`,
      rating,
      created_at: new Date(Date.UTC(2026, 0, 9 - index)),
    }))
    await db.insertInto('comment').values(rated).execute()
  })
  const page = await openPage(links.product(productid))
  await page.getByRole('tab', { name: 'Comments' }).click()
  const texts = () =>
    panel(page)
      .getByText(/^Comment \d$/)
      .allInnerTexts()
  await expect.poll(texts).toEqual(['Comment 0', 'Comment 1', 'Comment 2', 'Comment 3'])
  await panel(page).getByLabel('Sort by').selectOption('Lowest rating')
  await expect.poll(texts).toEqual(['Comment 3', 'Comment 2', 'Comment 0', 'Comment 1'])
  await panel(page)
    .getByRole('button', { name: /^5 stars/ })
    .press('Enter')
  await expect.poll(texts).toEqual(['Comment 0', 'Comment 1'])
  await panel(page).getByText('2 comments with 5 stars').waitFor()
  await expectNoAxeViolations(page)
  await panel(page).getByRole('button', { name: 'Show all comments' }).press('Enter')
  await expect.poll(async () => (await texts()).length).toBe(4)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})
