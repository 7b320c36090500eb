import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { startEventReceiver } from '#test/harness/services/event-receiver.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated } from '../../support/page.ts'
import { openAs } from '../../support/person.ts'
import { makeAdmin } from '../../support/staff.ts'

it('a webhook is created by keyboard, tested, replaced and deleted', async () => {
  const receiver = await startEventReceiver(() => ({ status: 200, body: 'Thank you' }))
  onTestFinished(receiver.stop)
  const page = await openAs(await makeAdmin(), '/dashboard/webhooks')
  await page.getByRole('button', { name: 'Create webhook' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create webhook' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('example')
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
  await dialog.getByText('Enter an address that begins with https://').waitFor()
  await dialog.getByText('Choose at least one event').waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog.getByLabel(/^search\.empty:/).press('Space')
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
  const copy = page.getByRole('dialog', { name: 'Copy the secret' })
  const secret = await copy.getByLabel('Secret').inputValue()
  await expectNoAxeViolations(page)
  await copy.getByRole('button', { name: 'Done' }).press('Enter')

  await page.getByRole('link', { name: receiver.url }).press('Enter')
  await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor()
  await page.getByText('No deliveries yet').waitFor()
  await page.getByRole('button', { name: 'Send test' }).press('Enter')
  await page.getByRole('table').getByText('Delivered').waitFor()
  const { body, headers } = receiver.received[0]!
  new StandardWebhook(secret).verify(body, headers as Record<string, string>)
  await page.getByText(/^200 in \d+ ms$/).click()
  await page.getByText('Thank you').waitFor()
  await expectNoAxeViolations(page)

  await page.reload()
  await hydrated(page)
  await page.getByRole('table').getByText('Delivered').waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Switch off' }).press('Enter')
  await page.getByRole('button', { name: 'Switch on' }).waitFor()
  await page.getByRole('button', { name: 'Replace secret' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).press('Enter')
  await expect.poll(() => copy.getByLabel('Secret').inputValue()).not.toBe(secret)
  await copy.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).press('Enter')
  await page.getByText('No webhooks').waitFor()
})
