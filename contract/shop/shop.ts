import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'

export const shop = z.object({
  configId: z.number(),
  name: z.string(),
  tagline: z.string(),
  currency: z.string().describe('ISO 4217'),
  locale: z.string().describe('BCP 47'),
  timeZone: z.string().describe('IANA'),
  logo: z.string().nullable().describe('file name below the uploads path'),
  email: z.string().describe('contact email; email, phone and address may be empty'),
  phone: z.string(),
  address: z.string(),
  pricesIncludeTax: z.boolean().describe('whether catalog prices include tax'),
  countries: z.array(z.string()).describe('ISO codes of the countries that the shop delivers to'),
  taxName: z.string().describe('GST, VAT or Sales tax'),
  stripeKey: z
    .string()
    .optional()
    .describe('publishable key of Stripe, for the buttons of wallets; absent: there are none'),
  sendsEmail: z.boolean().describe('false: emails only collect in the outbox'),
})
export type Shop = z.infer<typeof shop>

export const getShop = endpoint({
  method: 'GET',
  path: 'shop',
  audience: 'public',
  summary: 'The shop of this host: name, tagline, currency, logo and contact data',
  input: nothing.strict(),
  answer: z.object({ data: shop }),
  cache: {},
})
