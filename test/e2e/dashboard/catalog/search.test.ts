import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ownProduct } from '../../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { inDatabase } from '../../support/person.ts'
import { hasFocus, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const fresh = () => `pithari ${randomUUID().slice(0, 8)}`

/** Counts a search of today. */
const searched = (q: string, searches: number, found: number) =>
  inDatabase((db) =>
    sql`insert into search_count (config_id, day, q, searches, result_count)
      values (1, (now() at time zone 'Asia/Kolkata')::date, ${q}, ${searches}, ${found})`.execute(db),
  )

it('a search without results gets a synonym, which is edited, deleted and restored', async () => {
  const q = fresh()
  await searched(q, 7, 0)
  const page = await openAsAdmin('/dashboard', { expected: /status of 400/ })
  await page.getByRole('button', { name: 'Marketings' }).click()
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Search', exact: true })
    .click()
  await page.getByLabel('Show').selectOption('No results')
  await page.getByLabel('Filter searches').fill(q)
  // Until then the table shows the previous rows, dimmed.
  await page.getByText('1 to 1 of 1').waitFor()
  await row(page, q).getByText('7', { exact: true }).waitFor()
  await expectNoAxeViolations(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^searches-nothing_.*\.csv$/)

  await row(page, q)
    .getByRole('link', { name: `Add synonym for ${q}` })
    .click()
  const words = page.getByLabel('Synonyms', { exact: true })
  await expect.poll(() => words.inputValue()).toBe(`${q}\n`)
  await words.press('Control+End')
  await page.keyboard.press('Control+s')
  await words.pressSequentially(q.toUpperCase())
  await page.keyboard.press('Control+s')
  await page.getByText('Enter at least two different words').waitFor()
  await expect.poll(() => hasFocus(words)).toBe(true)
  await words.fill(`${q}, jar`)
  await page.keyboard.press('Control+s')
  await toast(page, 'Synonyms added').waitFor()
  await expect.poll(() => words.inputValue()).toBe('')
  await page.getByRole('button', { name: `Edit ${q}, jar` }).press('Enter')
  await words.fill(`${q}\njar\nurn`)
  await page.getByRole('link', { name: 'Pinned and hidden' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).press('Escape')
  await page.getByRole('button', { name: 'Save synonyms' }).click()
  await toast(page, 'Synonyms saved').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: `Delete ${q}, jar, urn` }).click()
  await page.getByRole('button', { name: 'Delete synonyms' }).click()
  await toast(page, 'Synonyms deleted').waitFor()
  await page.goto('/dashboard/audit?subject=search_synonym&action=delete')
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await toast(page, 'Undone').waitFor()
  await page.goto(`/dashboard/search/synonyms?q=${q}`)
  await row(page, `${q}, jar, urn`).waitFor()
})

it('results are pinned, sorted by keyboard and hidden on a phone, with an edit conflict', async () => {
  const q = fresh()
  const [first, second, third] = [
    await ownProduct(100, 1),
    await ownProduct(200, 1),
    await ownProduct(300, 1),
  ]
  const page = await openAsAdmin(`/dashboard/search/rules/new?for=${q}`, {
    width: 360,
    expected: /status of 4(00|09)/,
  })
  await expect.poll(() => page.getByLabel('Search query', { exact: true }).inputValue()).toBe(q)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByText('Choose at least one product to pin or hide').waitFor()
  const add = async (part: 'Pinned' | 'Hidden', name: string) => {
    const region = page.getByRole('region', { name: part, exact: true })
    const search = region.getByRole('searchbox')
    await search.fill(name)
    const found = region.getByRole('list', { name: 'Products to add' }).getByRole('button').first()
    // The previous results stay until the new ones arrive.
    await expect.poll(() => found.innerText()).toBe(`Add ${name}`)
    await found.press('Enter')
    await expect.poll(() => hasFocus(search)).toBe(true)
    await search.fill('')
  }
  await add('Pinned', first.name)
  await add('Pinned', second.name)
  await add('Hidden', third.name)
  await page.getByRole('button', { name: `Move ${second.name} up` }).press('Enter')
  await page.getByText(`${second.name} is now 1 of 2`).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Control+s')
  await toast(page, 'Rule added').waitFor()
  await page.getByRole('heading', { level: 1, name: q }).waitFor()
  const stored = () =>
    inDatabase((db) =>
      db
        .selectFrom('search_rule')
        .select(['id', 'pinned', 'hidden'])
        .where('q', '=', q)
        .executeTakeFirstOrThrow(),
    )
  const { id, ...rule } = await stored()
  expect(rule).toEqual({ pinned: [second.productid, first.productid], hidden: [third.productid] })

  const data = { pinned: [first.productid] }
  expect((await page.request.patch(`/api/admin/search/rules/${id}`, { data })).status()).toBe(200)
  await page.getByRole('button', { name: `Remove ${third.name}` }).click()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Someone else edited this' })
  await dialog.getByText('Changed by').waitFor()
  await dialog.getByRole('button', { name: 'Save selected' }).click()
  await toast(page, 'Rule saved').waitFor()
  expect(await stored()).toEqual({ id, pinned: [first.productid], hidden: [] })

  await page.goto(`/dashboard/search/rules?q=${q}`)
  await page.getByText(first.name).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: `Delete ${q}` }).click()
  await page.getByRole('button', { name: 'Delete rule' }).click()
  await toast(page, 'Rule deleted').waitFor()
})
