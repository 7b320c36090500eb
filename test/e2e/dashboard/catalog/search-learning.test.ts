import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ownProduct } from '../../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { inDatabase } from '../../support/person.ts'
import { hasFocus, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

const fresh = () => `pithari ${randomUUID().slice(0, 8)}`

it('what clicks have lifted is shown in plain words, reset and restored on a phone', async () => {
  const q = fresh()
  const { name, productid } = await ownProduct(100, 1)
  await inDatabase((db) =>
    sql`with signal as (insert into search_signal (config_id, q) values (1, ${q}) returning id)
      insert into search_signal_product (config_id, signal_id, product_id, weight, shoppers, orders)
      select 1, id, ${productid}, 40, 12, 2 from signal`.execute(db),
  )
  const page = await openAsAdmin('/dashboard/search', { width: 360 })
  await page.getByRole('link', { name: 'Learned from clicks' }).click()
  await page.getByLabel('Filter searches').fill(q)
  await page.getByRole('link', { name }).waitFor()
  await page.getByText('From place 10 to 1 · opened by about 12 shoppers, 2 orders').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: `Reset ${q}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Reset search' }).press('Enter')
  await toast(page, 'Clicks and orders reset').waitFor()
  await expect.poll(() => page.getByRole('button', { name: `Reset ${q}` }).count()).toBe(0)
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  await page.goto('/dashboard/audit?subject=search_signal&action=delete')
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await page.getByText(name).waitFor()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await toast(page, 'Undone').waitFor()
  await page.goto(`/dashboard/search/signals?q=${encodeURIComponent(q)}`)
  await page.getByText('12 shoppers').waitFor()
})

it('a suggested synonym is added, another dismissed, by keyboard', async () => {
  const [first, second] = [fresh(), fresh()]
  await inDatabase((db) =>
    sql`insert into synonym_suggestion (config_id, failed, worked, shoppers, found_nothing)
      values (1, ${first}, 'jar', 9000, true), (1, ${second}, 'jar', 8000, true)`.execute(db),
  )
  const page = await openAsAdmin('/dashboard/search/synonyms', { width: 360 })
  const suggestions = page.getByRole('region', { name: 'Suggested synonyms' })
  const summary = suggestions.locator('summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await suggestions.getByText(`9000 shoppers · “${first}” found nothing`).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await suggestions.getByRole('button', { name: `Add ${first}, jar` }).press('Enter')
  await toast(page, 'Synonyms added').waitFor()
  const next = suggestions.getByRole('button', { name: `Add ${second}, jar` })
  await expect.poll(() => hasFocus(next)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await toast(page, 'Suggestion dismissed').waitFor()
  await expect.poll(() => suggestions.getByText(second).count()).toBe(0)
  expect(await suggestions.getByText(first).count()).toBe(0)
  await page.getByLabel('Search synonyms').fill(first)
  await page.getByRole('button', { name: `Edit ${first}, jar` }).waitFor()
})
