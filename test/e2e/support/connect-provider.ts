import type { Page } from 'playwright-core'
import { toast } from './shopper.ts'

/** The fields of the dialog that connects a provider: their labels by the names of the keys. */
const fields = {
  Razorpay: { keyId: 'Key ID', keySecret: 'Key secret', webhookSecret: 'Webhook secret' },
  PayPal: { clientId: 'Client ID', clientSecret: 'Secret', webhookId: 'Webhook ID' },
  Mollie: { apiKey: 'API key' },
} as const

/** Connects a provider in test mode, on the payment settings. */
export async function connectProvider(page: Page, name: keyof typeof fields, keys: object): Promise<void> {
  await page.getByRole('button', { name: `Connect ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Connect ${name}` })
  await dialog.getByLabel('Mode').selectOption('test')
  const values = keys as Readonly<Record<string, string>>
  for (const [key, label] of Object.entries(fields[name]))
    await dialog.getByLabel(label, { exact: true }).fill(values[key] ?? '')
  await dialog.getByRole('button', { name: 'Check and connect' }).click()
  await toast(page, `${name} connected`).waitFor()
}
