import sharp from 'sharp'
import { expect, it } from 'vitest'
import { expectNoAxeViolations, shopUrl } from '../../support/page.ts'
import { hasFocus, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

const image = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#96401f' } })
    .png()
    .toBuffer(),
})
const expected = /status of 409/

it('banners are sorted by keyboard, and the home page shows the order', async () => {
  const page = await openAsAdmin('/dashboard/banner', { expected })
  const list = page.getByRole('list', { name: 'Banners' })
  await list.waitFor()
  await expectNoAxeViolations(page)
  await expect.poll(() => page.getByRole('button', { name: 'Add Banner' }).isDisabled()).toBe(true)
  const titles = () => list.locator('li p:first-child').allInnerTexts()
  const before = await titles()
  const down = page.getByRole('button', { name: `Move ${before[0]} down` })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(titles).toEqual([before[1], before[0], ...before.slice(2)])
  await expect.poll(() => hasFocus(down)).toBe(true)
  const order = async () => {
    const html = await (await fetch(shopUrl)).text()
    return html.indexOf(before[1]!) < html.indexOf(before[0]!)
  }
  await expect.poll(order).toBe(true)
  await page.getByRole('button', { name: `Move ${before[0]} up` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toBe(false)
})

it('a category is added and edited with an image, and deleted once its contents are moved', async () => {
  const page = await openAsAdmin('/dashboard/categories', { expected })
  await page.getByRole('table').waitFor()
  const add = page.getByRole('button', { name: 'Add Category' })
  const alert = (text: string) => page.getByRole('dialog', { name: text })
  await add.click()
  await alert('Category name is required!').waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Category Name')
  await expect.poll(() => hasFocus(name)).toBe(true)
  for (const word of ['Trays', 'Boards']) {
    await name.fill(word)
    if (word === 'Trays') {
      await page.keyboard.press('Enter')
      await alert('Please upload an image!').getByRole('button', { name: 'OK' }).click()
    }
    await page.getByLabel('Category Image').setInputFiles(await image('tray.png'))
    await add.click()
    await toast(page, 'Category added successfully').first().waitFor()
    await page.getByRole('row', { name: word }).waitFor()
    await expect.poll(() => name.inputValue()).toBe('')
  }

  await page.getByRole('button', { name: 'Edit Trays' }).click()
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Edit Category' }))).toBe(true)
  await name.fill('Serving trays')
  await page.keyboard.press('Control+s')
  await toast(page, 'Category updated successfully').waitFor()
  const row = page.getByRole('row', { name: 'Serving trays' })
  await row.waitFor()

  await page.goto('/dashboard/sub-categories')
  await page.getByRole('table').waitFor()
  await page.getByLabel('Subcategory Name').fill('Round')
  await page.getByLabel('Subcategory Image').setInputFiles(await image('round.png'))
  await page.getByRole('button', { name: 'Add Subcategory' }).click()
  await alert('Please select a category!').getByRole('button', { name: 'OK' }).click()
  await page.getByLabel('Parent Category').selectOption({ label: 'Serving trays' })
  await page.getByRole('button', { name: 'Add Subcategory' }).click()
  const find = () => page.getByRole('searchbox', { name: 'Search subcategories' }).fill('Round')
  await find()
  await page.getByRole('row', { name: 'Round' }).waitFor()

  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: 'Delete Serving trays' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Serving trays?' })
  await expect.poll(() => dialog.innerText()).toContain('Serving trays is in use by 1 subcategory')
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Move them to').selectOption({ label: 'Boards' })
  await dialog.getByRole('button', { name: 'Move and delete category' }).click()
  await toast(page, /^Category deleted successfully$/).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await expect
    .poll(() => page.getByRole('row', { name: 'Boards' }).getByRole('cell').nth(4).innerText())
    .toBe('1')
  await page.goto('/dashboard/sub-categories')
  await page.getByRole('table').waitFor()
  await find()
  await page.getByRole('button', { name: 'Delete Round' }).click()
  await page.getByRole('button', { name: 'Delete subcategory', exact: true }).click()
  await toast(page, 'Subcategory deleted successfully').waitFor()
  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: 'Delete Boards' }).click()
  await page.getByRole('button', { name: 'Delete category', exact: true }).click()
  await toast(page, /^Category deleted successfully$/).waitFor()
})
