import { expect, it } from 'vitest'
import { expectNoAxeViolations } from '../../support/page.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('an emptied specification name cancels the edit: nothing is sent or announced', async () => {
  const page = await openAsAdmin('/dashboard/specifications')
  const edit = page.getByRole('button', { name: /^Edit / }).first()
  await edit.click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('New specification name')
  const stored = await name.inputValue()
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await name.fill('')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(sent).toEqual([])
  expect(await page.getByRole('region', { name: 'Messages' }).innerText()).toBe('')
  // No draft of the emptied name remains.
  await edit.click()
  expect(await name.inputValue()).toBe(stored)
})
