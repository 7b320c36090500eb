import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createCategory, deleteCategory, updateCategory } from '#server/modules/catalog/index.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/page.ts'
import { inDatabase, openAs, type Person } from './support/person.ts'
import { toast } from './support/shopper.ts'
import { makeAdmin } from './support/staff.ts'

const by = { configId: 1, actor: { id: null, name: 'Ravi' } }
const expected = /status of (401|404|409)|ERR_FAILED|Error loading route module|Failed to fetch dynamically/

const makeCategory = (name: string) =>
  inDatabase((db) =>
    db
      .transaction()
      .execute((tx) => createCategory(tx, by, { name, slug: `${name.toLowerCase()}-${Date.now()}` })),
  )
const removeCategory = (id: number) =>
  inDatabase((db) => db.transaction().execute((tx) => deleteCategory(tx, by, id)))

/** Opens the list of categories as this person and edits one of them. */
async function editCategory(person: Person, name: string): Promise<Page> {
  const page = await openAs(person, `/dashboard/categories?q=${name}`, { expected })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('form', { name: 'Edit Category' }).waitFor()
  return page
}

it('typed text survives a reload, a lost page and an edit of somebody else, until it is saved or discarded', async () => {
  const id = await makeCategory('Decanters')
  const page = await editCategory(await makeAdmin(), 'Decanters')
  const name = page.getByLabel('Category Name')
  const restored = page.getByRole('form').getByText('Restored what you had typed.')
  await name.fill('Wine decanters')

  await page.reload()
  await restored.waitFor()
  expect(await name.inputValue()).toBe('Wine decanters')
  await expectNoAxeViolations(page)

  // After an update the script of the next page is missing.
  await page.route('**/assets/stock.route*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Stock', exact: true }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForEvent('load')
  await restored.waitFor()
  await page.unroute('**/assets/stock.route*.js')

  await inDatabase((db) =>
    db.transaction().execute((tx) => updateCategory(tx, by, id, { name: 'Glass decanters' })),
  )
  await page.reload()
  await restored.waitFor()
  await page.getByRole('button', { name: 'Update Category' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else edited this' })
  expect(await conflict.innerText()).toMatch(/Wine decanters[^]*Glass decanters/)
  await conflict.getByRole('button', { name: 'Save selected' }).click()
  await toast(page, 'Category updated successfully').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Edit Wine decanters' }).click()
  await page.getByRole('form', { name: 'Edit Category' }).waitFor()
  expect(await restored.count()).toBe(0)

  await name.fill('Jugs')
  await page.reload()
  await restored.waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await name.inputValue()).toBe('Wine decanters')
  await page.getByRole('button', { name: 'Menu' }).click()
  await name.fill('Jugs')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key)))).toEqual(
    [],
  )
  await removeCategory(id)
})

it('a session that ends asks to sign in over the page, and the refused save goes on', async () => {
  const id = await makeCategory('Teapots')
  const [owner, other] = [await makeAdmin(), await makeAdmin({ full_name: 'Asha Rao' })]
  const page = await editCategory(owner, 'Teapots')
  const name = page.getByLabel('Category Name')
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  const endSession = () => page.context().clearCookies({ name: 'session' })
  const signIn = async ({ email, password }: Person) => {
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
  }

  await name.fill('Iron teapots')
  await endSession()
  await page.getByRole('button', { name: 'Update Category' }).click()
  await dialog.waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('form', { name: 'Edit Category' }).getByText('Please sign in first.').waitFor()
  expect(await name.inputValue()).toBe('Iron teapots')
  await page.keyboard.press('Control+s')
  await signIn(owner)
  await toast(page, 'Category updated successfully').waitFor()

  // Another account does not save unasked.
  await page.getByRole('button', { name: 'Edit Iron teapots' }).click()
  await name.fill('Clay teapots')
  await endSession()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await signIn(other)
  const question = page.getByRole('dialog', { name: 'You are signed in as Asha Rao' })
  await question.waitFor()
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Continue as Asha Rao' }).click()
  expect(await name.inputValue()).toBe('Clay teapots')
  await page.getByRole('button', { name: 'Update Category' }).click()
  await toast(page, 'Category updated successfully').last().waitFor()
  await page.getByRole('row', { name: 'Clay teapots' }).waitFor()

  // Signed out elsewhere: the alert of the specification, then the sign-in page.
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.getByRole('button', { name: 'Logout' }).click()
  const alert = page.getByRole('dialog', { name: 'You are already logged out' })
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await removeCategory(id)
})
