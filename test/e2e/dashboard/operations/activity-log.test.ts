import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { createCategory, deleteCategory, updateCategory } from '#server/modules/catalog/index.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, shopUrl } from '../../support/page.ts'
import { hasFocus, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

let db: Database
let id: number
const by = (name: string) => ({ shopId: 1, actor: { id: null, name } })
const name = 'Painted trays'

beforeAll(async () => {
  db = connect(inject('databaseUrl'), { max: 2 })
  id = await db.transaction().execute((tx) => createCategory(tx, by('Ravi'), { name, slug: 'painted-trays' }))
})
afterAll(async () => {
  await db.transaction().execute((tx) => deleteCategory(tx, by('Another test'), id))
  await db.destroy()
})

const change = (who: string, changes: Parameters<typeof updateCategory>[3]) =>
  db.transaction().execute((tx) => updateCategory(tx, by(who), id, changes))
const shown = async () => (await fetch(`${shopUrl}/allcategories`)).text()

it('a change is found in the activity log and undone in one field, which the shop shows at once', async () => {
  await change('Ravi', { name: 'Plain trays', slug: 'plain-trays' })
  await expect.poll(shown).toContain('Plain trays')
  const page = await openAsAdmin('/dashboard/audit?subject=category&action=update')
  await page.getByRole('searchbox', { name: 'Search records' }).fill('plain tray')
  await page.waitForURL('**/dashboard/audit?*q=plain*')
  const details = page.getByRole('button', { name: /Details: category Plain trays/ })
  await details.waitFor()
  await expectNoAxeViolations(page)

  await details.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ravi changed category Plain trays' })
  await expect.poll(() => dialog.innerText()).toMatch(/Painted trays[^]*→[^]*Plain trays/)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(details)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Undo Name' }).focus()
  await page.keyboard.press('Enter')
  await toast(page, 'Undone').waitFor()
  const html = await shown()
  expect(html).toContain(name)
  expect(html).not.toContain('Plain trays')
  const row = await db.selectFrom('category').select(['name', 'slug']).where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ name, slug: 'plain-trays' })
})

it('later changes are shown before an undo overwrites them, on a phone too', async () => {
  await change('Ravi', { name: 'First trays' })
  await change('Meera', { name: 'Later trays' })
  const page = await openAsAdmin(`/dashboard/audit?subject=category&subjectId=${id}&action=update`, {
    width: 360,
    expected: /status of 409/,
  })
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('button', { name: /^Details/ })
    .nth(1)
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo this change' }).click()
  const conflict = dialog.getByRole('alert')
  await conflict.getByText('Name is now “Later trays”, changed by Meera').waitFor()
  await expectNoAxeViolations(page)
  await conflict.getByRole('button', { name: 'Overwrite later changes' }).click()
  await toast(page, 'Undone').waitFor()
  await expect.poll(shown).not.toContain('Later trays')
})
