import { expect, it } from 'vitest'
import { createCategory, deleteCategory } from '#server/modules/catalog/index.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, shopUrl } from '../support/page.ts'
import { inDatabase, openAs } from '../support/person.ts'
import { toast } from '../support/shopper.ts'
import { makeAdmin, openAsAdmin } from '../support/staff.ts'

const by = { shopId: 1, actor: { id: null, name: 'Ravi' } }
const expected = /status of 409/

it('the second person to save sees who changed what and chooses field by field; the old URL redirects', async () => {
  const slug = `platters-${Date.now()}`
  const id = await inDatabase((db) =>
    db.transaction().execute((tx) => createCategory(tx, by, { name: 'Platters', slug })),
  )
  const options = { expected, width: 360 }
  const second = await openAsAdmin(`/dashboard/categories?q=Platters`, options)
  const first = await openAs(await makeAdmin({ full_name: 'Asha Rao' }), second.url().slice(shopUrl.length))
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Edit Platters' }).click()
    await page.getByRole('form', { name: 'Edit Category' }).waitFor()
  }
  await first.getByLabel('Category Name').fill('Serving platters')
  await first.getByLabel('URL handle').fill(`${slug}-new`)
  await first.getByRole('button', { name: 'Update Category' }).click()
  await toast(first, 'Category updated successfully').waitFor()

  await second.getByLabel('Category Name').fill('Big platters')
  await second.getByRole('button', { name: 'Update Category' }).click()
  const dialog = second.getByRole('dialog', { name: 'Someone else edited this' })
  await dialog.getByText('Asha Rao edited this in the meantime').waitFor()
  const name = dialog.getByRole('group', { name: 'Category Name' })
  const address = dialog.getByRole('group', { name: 'URL handle' })
  await expect.poll(() => name.innerText()).toMatch(/Changed by Asha Rao[^]*Big platters[^]*Serving platters/)
  await expect.poll(() => name.getByRole('radio', { name: 'Keep mine' }).isChecked()).toBe(true)
  await expect.poll(() => address.getByRole('radio', { name: 'Use theirs' }).isChecked()).toBe(true)
  await expectNoAxeViolations(second)
  await expectNoSidewaysScroll(second)

  await second.keyboard.press('Escape')
  await second.getByRole('form').getByText('Not saved yet.').waitFor()
  await expect.poll(() => second.getByLabel('Category Name').inputValue()).toBe('Big platters')
  await second.keyboard.press('Control+s')
  await dialog.getByRole('button', { name: 'Save selected' }).press('Enter')
  await toast(second, 'Category updated successfully').waitFor()

  await inDatabase(async (db) => {
    const row = await db
      .selectFrom('category')
      .select(['name', 'slug'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ name: 'Big platters', slug: `${slug}-new` })
    const moved = await fetch(`${shopUrl}/categories/${slug}`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/categories/${slug}-new`])
    await db.transaction().execute((tx) => deleteCategory(tx, by, id))
  })
})

it('all changes of the other person can be used, and the settings form then shows them', async () => {
  const path = '/dashboard/settings/invoices'
  const second = await openAsAdmin(path, { expected })
  const first = await openAsAdmin(path)
  const legal = 'Legal name'
  const before = await first.getByLabel(legal).inputValue()
  await first.getByLabel(legal).fill('Haat Traders')
  await first.getByLabel('Note').fill('Thank you')
  await first.keyboard.press('Control+s')
  await toast(first, /saved/).waitFor()

  await second.getByLabel(legal).fill('Haat Limited')
  await second.getByLabel('Note').fill('Come again')
  await second.keyboard.press('Control+s')
  const dialog = second.getByRole('dialog', { name: 'Someone else edited this' })
  await dialog.getByRole('button', { name: 'Use all their changes' }).press('Enter')
  await expect.poll(() => dialog.getByRole('radio', { name: 'Use theirs' }).nth(1).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Save selected' }).press('Enter')
  await toast(second, /saved/).waitFor()
  await expect.poll(() => second.getByLabel(legal).inputValue()).toBe('Haat Traders')
  await expect.poll(() => second.getByLabel('Note').inputValue()).toBe('Thank you')

  await toast(second, /saved/).waitFor({ state: 'detached' })
  await second.getByLabel(legal).fill(before)
  await second.getByLabel('Note').fill('')
  await second.keyboard.press('Control+s')
  await toast(second, /saved/).waitFor()
})
