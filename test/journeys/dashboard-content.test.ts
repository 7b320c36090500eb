import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { simpleProduct, hasFocus, toast } from './shopper.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, shopUrl } from './page.ts'
import { inDatabase } from './person.ts'
import { openAsAdmin } from './staff.ts'

const shown = async (path: string) => (await fetch(`${shopUrl}${path}`)).text()

it('a page of text is written, moved and deleted; its old address leads on', async () => {
  const page = await openAsAdmin('/dashboard/pages/new')
  const slug = `care-${Date.now()}`
  const text = page.getByRole('textbox', { name: /^Text/ })
  await page.getByLabel('Title').fill('Care')
  await page.getByLabel('Address').fill('Care & more')
  await text.fill('# Wood\n\n**Oil** it <script>alert(1)</script>')
  await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Control+s')
  await page.getByText('An address is made of small letters').waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Address'))).toBe(true)
  await page.getByLabel('Address').fill(slug)
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/dashboard\/pages\/\d+$/)
  await page.getByRole('tab', { name: 'History' }).waitFor()
  const html = await shown(`/pages/${slug}`)
  expect(html).toContain('<strong>Oil</strong>')
  expect(html).not.toContain('<script>alert(1)')

  await page.getByLabel('Address').fill(`${slug}-today`)
  await page.keyboard.press('Control+s')
  await toast(page, 'The page is saved').waitFor()
  expect(await hasFocus(page.getByLabel('Address'))).toBe(true)
  const moved = await fetch(`${shopUrl}/pages/${slug}`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/pages/${slug}-today`])

  await page.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).press('Enter')
  await page.waitForURL('**/dashboard/pages')
  expect((await fetch(`${shopUrl}/pages/${slug}-today`)).status).toBe(404)
})

it('a reported comment is approved, answered and hidden, and the shop shows it', async () => {
  const { productid } = await simpleProduct(0)
  const words = `Rings like a bell ${Date.now()}`
  await inDatabase(async (db) => {
    const said = { config_id: 1, product_id: productid, author_name: 'Noor', body: words, rating: 5 }
    const { id } = await db.insertInto('comment').values(said).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('comment_report')
      .columns(['config_id', 'comment_id', 'user_id', 'reason'])
      .expression((from) =>
        from
          .selectFrom('app_user')
          .select(({ val }) => ['config_id', val(id).as('comment_id'), 'id', val('Too loud').as('reason')])
          .where('config_id', '=', 1)
          .limit(1),
      )
      .execute()
  })
  const inShop = () => shown(links.product(productid))
  const page = await openAsAdmin(`/dashboard/comments?q=${words.slice(-13)}`)
  const row = page.getByRole('row').filter({ hasText: words })
  await row.getByText('Reported once: Too loud').waitFor()
  await expectNoAxeViolations(page)
  await row.getByRole('button', { name: 'Approve the comment of Noor' }).press('Enter')
  await expect.poll(() => row.getByText('Reported once').count()).toBe(0)

  await row.getByRole('button', { name: 'Answer Noor' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Answer Noor' })
  await dialog.getByRole('button', { name: 'Show answer' }).click()
  await dialog.getByText('An answer needs a few words').waitFor()
  await dialog.getByRole('textbox').fill('It is brass, after all')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(row.getByRole('button', { name: 'Edit the answer to Noor' }))).toBe(true)
  expect(await inShop()).toContain('It is brass, after all')

  await row.getByRole('button', { name: 'Hide the comment of Noor' }).press('Enter')
  await row.getByText('Hidden').waitFor()
  expect(await inShop()).not.toContain(words)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})

it('a mail is read and sent again; secrets of its links are left out', async () => {
  const subject = `For the journey ${Date.now()}`
  const link = 'https://shop.example/verify-email?token=secret-of-the-link'
  await inDatabase((db) =>
    db
      .insertInto('mail')
      .values({
        config_id: 1,
        recipient: 'noor@example.com',
        template: 'welcome',
        subject,
        body_text: `Hello Noor\n${link}\n`,
        body_html: `<p>Hello Noor</p><script>alert(1)</script><a href="${link}">Confirm</a>`,
      })
      .execute(),
  )
  const page = await openAsAdmin(`/dashboard/mails?q=${subject.slice(-13)}`, {
    // The browser says that it has run no script of the mail.
    expected: /Blocked script execution in 'about:srcdoc'/,
  })
  const read = page.getByRole('button', { name: `Read ${subject} to noor@example.com` })
  await read.press('Enter')
  const dialog = page.getByRole('dialog', { name: subject })
  await dialog.getByRole('button', { name: 'As text' }).press('Enter')
  const text = await dialog.getByLabel('Mail as text').inputValue()
  expect(text).toContain('Hello Noor')
  expect(text).toContain('verify-email')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Send again' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await hasFocus(read)).toBe(true)
})
