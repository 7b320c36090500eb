import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import {
  createCategory,
  createSubcategory,
  deleteCategory,
  deleteSubcategory,
  updateCategory,
} from '#server/modules/catalog/index.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../support/page.ts'
import { inDatabase, openAs, signIn as signInOnPage, type Person } from '../support/person.ts'
import { toast } from '../support/shopper.ts'
import { makeAdmin, openAsAdmin } from '../support/staff.ts'

const by = { shopId: 1, actor: { id: null, name: 'Ravi' } }
const expected = /status of (401|404|409)|ERR_FAILED|Error loading route module|Failed to fetch dynamically/

const makeCategory = (name: string) =>
  inDatabase((db) =>
    db
      .transaction()
      .execute((tx) => createCategory(tx, by, { name, slug: `${name.toLowerCase()}-${Date.now()}` })),
  )
const removeCategory = (id: number) =>
  inDatabase((db) => db.transaction().execute((tx) => deleteCategory(tx, by, id)))

const pngOf = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

/** The number of files that this browser keeps for forms. */
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('drafts', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('file', { keyPath: 'key' })
        opening.onsuccess = () => {
          const counting = opening.result.transaction('file').objectStore('file').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

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
  await expect.poll(() => name.inputValue()).toBe('Wine decanters')
  await expectNoAxeViolations(page)

  // After an update the script of the next page is missing.
  await page.route('**/assets/stock.route*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: /^Stock( \d+ low)?$/ }).click()
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
  await expect.poll(() => conflict.innerText()).toMatch(/Wine decanters[^]*Glass decanters/)
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
  await expect.poll(() => name.inputValue()).toBe('Wine decanters')
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
  await expect.poll(() => name.inputValue()).toBe('Iron teapots')
  // Reads of the page by itself do not open the dialog again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.getByText('Your session has ended.').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signIn(owner)
  await page.getByText('Your session has ended.').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
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
  await page.reload()
  await page.getByRole('form').getByText('Restored what you had typed.').waitFor()
  await expect.poll(() => name.inputValue()).toBe('Clay teapots')
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

it('a page with unsaved text stays when another tab signs out, or signs in as somebody else', async () => {
  const id = await makeCategory('Saucers')
  const [owner, other] = [await makeAdmin(), await makeAdmin({ full_name: 'Meera Iyer' })]
  const page = await editCategory(owner, 'Saucers')
  const name = page.getByLabel('Category Name')
  await name.fill('Small saucers')
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await tab.getByRole('button', { name: 'Logout' }).click()
  await tab.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor()
  await expect.poll(() => name.inputValue()).toBe('Small saucers')

  await signInOnPage(tab, other)
  await tab.waitForURL('**/dashboard')
  const question = page.getByRole('dialog', { name: 'You are signed in as Meera Iyer' })
  await question.getByRole('button', { name: 'Leave them unsaved' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'Saucers' }).waitFor()
  await expect.poll(() => page.getByRole('form', { name: 'Edit Category' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Edit Saucers' }).click()
  await expect.poll(() => name.inputValue()).toBe('Saucers')

  await name.fill('Plates')
  await page.getByRole('link', { name: /^Stock( \d+ low)?$/ }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Edit Saucers' }).click()
  await expect.poll(() => name.inputValue()).toBe('Saucers')
  await removeCategory(id)
})

it('a product draft keeps its variants, and an edited subcategory that has vanished says so', async () => {
  const page = await openAsAdmin('/dashboard/add-product', { expected })
  page.on('dialog', (dialog) => void dialog.accept())
  const form = page.getByRole('form', { name: 'Product' })
  const name = form.getByLabel('Product Name *')
  await name.fill('Salt cellar')
  await form.getByRole('button', { name: 'Add an option' }).click()
  await form.getByLabel('Option name').fill('Colour')
  await page.reload()
  await form.getByText('Restored what you had typed.').waitFor()
  await expect.poll(() => name.inputValue()).toBe('Salt cellar')
  await expect.poll(() => form.getByLabel('Option name').inputValue()).toBe('Colour')
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => form.getByLabel('Option name').count()).toBe(0)
  await expect.poll(() => name.inputValue()).toBe('')

  const category = await makeCategory('Spoons')
  const subcategory = await inDatabase((db) =>
    db
      .transaction()
      .execute((tx) => createSubcategory(tx, by, { categoryId: category, name: 'Dessert spoons' })),
  )
  await page.goto('/dashboard/sub-categories?q=Dessert')
  await page.getByRole('button', { name: 'Edit Dessert spoons' }).click()
  await page.getByLabel('Subcategory Name').fill('Soup spoons')
  await inDatabase((db) => db.transaction().execute((tx) => deleteSubcategory(tx, by, subcategory)))
  await page.getByRole('button', { name: 'Update Subcategory' }).click()
  const alert = page.getByRole('dialog', { name: 'No subcategory selected for editing!' })
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => page.getByLabel('Subcategory Name').inputValue()).toBe('Soup spoons')
  await removeCategory(category)
})

it('a chosen image survives a reload, is saved, and can be discarded', async () => {
  const page = await openAsAdmin('/dashboard/categories', { expected })
  page.on('dialog', (dialog) => void dialog.accept())
  const form = page.getByRole('form', { name: 'Add Category' })
  const name = form.getByLabel('Category Name')
  const picker = form.getByLabel('Category Image')
  const preview = form.getByRole('img', { name: 'Preview' })
  const restored = form.getByText('Restored what you had typed.')
  const image = { name: 'jar.png', mimeType: 'image/png', buffer: await pngOf('#96401f') }
  const chosen = () =>
    picker.evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map(({ name: file }) => file))
  await name.waitFor()
  await picker.setInputFiles(image)
  await expect.poll(() => keptFiles(page)).toBe(1)
  for (let reloads = 0; reloads < 2; reloads++) {
    await page.reload()
    await restored.waitFor()
    await expect.poll(chosen).toEqual(['jar.png'])
    await preview.waitFor()
  }
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(chosen).toEqual([])
  await page.reload()
  await name.waitFor()
  expect(await restored.count()).toBe(0)

  await name.fill('Apothecary jars')
  await picker.setInputFiles(image)
  await expect.poll(() => keptFiles(page)).toBe(1)
  await page.reload()
  await expect.poll(chosen).toEqual(['jar.png'])
  await form.getByRole('button', { name: 'Add Category' }).click()
  await toast(page, 'Category added successfully').waitFor()
  await page.reload()
  await page.getByRole('row', { name: 'Apothecary jars' }).waitFor()
  expect(await restored.count()).toBe(0)
  expect(await keptFiles(page)).toBe(0)
  const stored = await inDatabase((db) =>
    db
      .selectFrom('category')
      .select(['id', 'image'])
      .where('name', '=', 'Apothecary jars')
      .executeTakeFirstOrThrow(),
  )
  expect(stored.image).not.toBeNull()
  await removeCategory(stored.id)

  // Signing out leaves nothing for the next person.
  await picker.setInputFiles(image)
  await expect.poll(() => keptFiles(page)).toBe(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await expect.poll(() => keptFiles(page)).toBe(0)
})
