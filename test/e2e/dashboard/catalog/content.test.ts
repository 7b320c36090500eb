import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { simpleProduct, hasFocus, toast } from '../../support/shopper.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, shopUrl } from '../../support/page.ts'
import { inDatabase } from '../../support/person.ts'
import { openAsAdmin } from '../../support/staff.ts'

const shown = async (path: string) => (await fetch(`${shopUrl}${path}`)).text()

it('a content page is written, renamed and deleted; its old URL redirects', async () => {
  const page = await openAsAdmin('/dashboard/pages/new')
  const slug = `care-${Date.now()}`
  const text = page.getByRole('textbox', { name: /^Text/ })
  await page.getByLabel('Title').fill('Care')
  await page.getByLabel('URL handle').fill('Care & more')
  await text.fill('# Wood\n\n**Oil** it <script>alert(1)</script>')
  await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor()
  await expectNoAxeViolations(page)
  await text.press('End')
  await text.pressSequentially('\n\nSend it back within {{returns.days}} or {{returns.weeks}} days.')
  await page.getByRole('region', { name: 'Preview' }).getByText('within 14 or {{returns.weeks}}').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Use lowercase letters, digits, hyphens').waitFor()
  await page.getByText('Unknown placeholder {{returns.weeks}}.').first().waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('URL handle'))).toBe(true)
  await text.fill((await text.inputValue()).replace(' or {{returns.weeks}}', ''))
  await page.getByLabel('URL handle').fill(slug)
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/dashboard\/pages\/\d+$/)
  await page.getByRole('tab', { name: 'Activity log' }).waitFor()
  const html = await shown(`/pages/${slug}`)
  expect(html).toContain('<strong>Oil</strong>')
  expect(html).toContain('within 14 days')
  expect(html).not.toContain('<script>alert(1)')

  await page.getByLabel('URL handle').fill(`${slug}-today`)
  await page.keyboard.press('Control+s')
  await toast(page, 'Page saved').waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('URL handle'))).toBe(true)
  const moved = await fetch(`${shopUrl}/pages/${slug}`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/pages/${slug}-today`])

  await page.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).press('Enter')
  await page.waitForURL('**/dashboard/pages')
  expect((await fetch(`${shopUrl}/pages/${slug}-today`)).status).toBe(404)
})

it('staff approves, answers and hides a reported comment, and the shop follows', async () => {
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
  await row.getByRole('button', { name: 'Approve comment by Noor' }).press('Enter')
  await expect.poll(() => row.getByText('Reported once').count()).toBe(0)

  await row.getByRole('button', { name: 'Reply to Noor' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reply to Noor' })
  await dialog.getByRole('button', { name: 'Publish reply' }).click()
  await dialog.getByText('Enter a reply').waitFor()
  await dialog.getByRole('textbox').fill('It is brass, after all')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(row.getByRole('button', { name: 'Edit reply to Noor' }))).toBe(true)
  expect(await inShop()).toContain('It is brass, after all')

  await page.getByLabel('Stars').selectOption('4 stars')
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Stars').selectOption('5 stars')
  await row.getByRole('button', { name: 'Hide comment by Noor' }).press('Enter')
  await row.getByText('Hidden').waitFor()
  expect(await inShop()).not.toContain(words)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})

it('staff reads and resends an email without seeing its secret links', async () => {
  const subject = `End-to-end test ${Date.now()}`
  const link = 'https://shop.example/verify-email?token=secret-of-the-link'
  await inDatabase((db) =>
    db
      .insertInto('email')
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
  const page = await openAsAdmin(`/dashboard/emails?q=${subject.slice(-13)}`, {
    // The browser says that it has run no script of the email.
    expected: /Blocked script execution in 'about:srcdoc'/,
  })
  const read = page.getByRole('button', { name: `Open ${subject} to noor@example.com` })
  await read.press('Enter')
  const dialog = page.getByRole('dialog', { name: subject })
  await dialog.getByRole('button', { name: 'Plain text' }).press('Enter')
  const text = await dialog.getByLabel('Plain text of the email').inputValue()
  expect(text).toContain('Hello Noor')
  expect(text).toContain('verify-email')
  const unsent = dialog.getByLabel('Nothing was sent. Pass this link on to noor@example.com.')
  expect(text).toContain(`${await unsent.inputValue()}\n`)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Resend' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(read)).toBe(true)
})
