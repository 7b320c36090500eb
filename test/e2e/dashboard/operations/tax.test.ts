import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('staff try out a rate, and edit the rates of a preset', async () => {
  const page = await openAsAdmin('/dashboard/settings/tax', { width: 360 })
  const question = page.getByRole('region', { name: 'Which rate applies?' })
  await question.getByLabel('Class', { exact: true }).selectOption('apparel')
  await question.getByLabel('State').fill('Maharashtra')
  await question.getByLabel('Price without tax').fill('2400')
  await question.getByLabel('Day').fill('2025-09-22')
  await question.getByText('5 %: Apparel below ₹2,500, delivered to Maharashtra, from 22 Sep 2025').waitFor()
  await question.getByLabel('Day').fill('2025-09-21')
  await question.getByText('12 %: Apparel above ₹1,000, delivered to Maharashtra, from 1 Jul 2017').waitFor()

  const rates = page.getByRole('form', { name: 'Rates', exact: true })
  await rates.getByLabel('Preset').selectOption('AU')
  await rates.getByText('Australia: GST', { exact: false }).first().waitFor()
  await rates.getByRole('button', { name: 'Edit these rates' }).click()
  await expect.poll(() => rates.getByLabel('Rate (%)').inputValue()).toBe('10')
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  // The same day twice: the server and the form refuse it with a sentence.
  await rates.getByRole('button', { name: 'Add rate' }).click()
  await rates.getByLabel('Rate (%)').nth(1).fill('12')
  await rates.getByRole('button', { name: 'Save rates' }).click()
  await rates.getByText('Two rates apply at once', { exact: false }).first().waitFor()
  await rates.getByRole('button', { name: 'Remove rate 2' }).click()
  await rates.getByRole('button', { name: 'Save rates' }).click()
  await toast(page, 'Tax rates saved').waitFor()
  await rates.getByRole('button', { name: 'Remove rate 1' }).click()
  await rates.getByRole('button', { name: 'Save rates' }).click()
  await expect.poll(() => rates.getByLabel('Rate (%)').count()).toBe(0)
  await toast(page, 'Tax rates saved').first().waitFor()
})
