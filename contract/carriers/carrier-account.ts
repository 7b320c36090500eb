import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { secretText, text, version, wholeNumber } from '../fields.ts'

/** The companies that a shop can connect. */
export const connectedCarriers = ['shiprocket', 'easypost'] as const
export type ConnectedCarrier = (typeof connectedCarriers)[number]

/** A secret that is written and never read. */
const secret = (max: number) => secretText(max).describe('empty: the stored one stays')

const centimetres = wholeNumber(1, 500)

const packageFields = {
  weight: wholeNumber(1, 1_000_000)
    .nullable()
    .describe('grams of a package whose items have no weight; null: asked each time'),
  lengthCm: centimetres,
  widthCm: centimetres,
  heightCm: centimetres,
}

const webhookSecret = secret(200)
  .refine((typed) => typed === '' || typed.length >= 16, 'Use at least 16 characters')
  .default('')
  .describe('the secret that the carrier sends or signs its messages with; empty: the stored one stays')

const line = text(100).trim()

/** An address in the fields of carriers. */
const senderFields = {
  senderName: line.min(1, 'Enter a name'),
  senderPhone: text(40).trim().min(6, 'Enter a phone number'),
  line1: line.min(1, 'Enter an address'),
  line2: line.default(''),
  city: line.min(1, 'Enter a city'),
  state: text(60).trim().default(''),
  postcode: text(12).trim().default(''),
  country: text(2)
    .trim()
    .regex(/^[A-Z]{2}$/, 'Use a two-letter country code, e.g. US'),
}

export const connectShiprocket = endpoint({
  method: 'PUT',
  path: 'admin/carriers/shiprocket/connection',
  audience: 'staff:settings',
  summary: 'Connects Shiprocket, or changes the connection. Secrets are written and never read',
  input: z.strictObject({
    email: text(200).trim().min(1, 'Enter the email of the API user'),
    password: secret(200).default(''),
    webhookSecret,
    pickupLocation: text(36).trim().min(1, 'Enter the name of the pickup location'),
    pickupPostcode: text(6)
      .trim()
      .regex(/^[1-9]\d{5}$/, 'Enter a PIN code of six digits'),
    ...packageFields,
    version: version.optional(),
  }),
  answer: z.object({}),
})

export const connectEasypost = endpoint({
  method: 'PUT',
  path: 'admin/carriers/easypost/connection',
  audience: 'staff:settings',
  summary: 'Connects EasyPost, or changes the connection. Secrets are written and never read',
  input: z.strictObject({
    apiKey: secret(200).default(''),
    webhookSecret,
    ...senderFields,
    ...packageFields,
    version: version.optional(),
  }),
  answer: z.object({}),
})

const sizeView = {
  weight: z.number().int().nullable(),
  lengthCm: z.number().int(),
  widthCm: z.number().int(),
  heightCm: z.number().int(),
}

const accountView = {
  id: z.number().int(),
  ...sizeView,
  hasWebhookSecret: z.boolean(),
  webhookUrl: z.string().describe('where the carrier sends its messages'),
  version: z.number().int(),
}

export const shiprocketAccount = z.object({
  ...accountView,
  email: z.string(),
  pickupLocation: z.string(),
  pickupPostcode: z.string(),
})
export type ShiprocketAccount = z.infer<typeof shiprocketAccount>

export const easypostAccount = z.object({
  ...accountView,
  senderName: z.string(),
  senderPhone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
})
export type EasypostAccount = z.infer<typeof easypostAccount>

export const getCarriers = endpoint({
  method: 'GET',
  path: 'admin/carriers',
  audience: 'staff:settings',
  summary: 'Answers the connections to carriers, without their secrets',
  input: z.strictObject({}),
  answer: z.object({
    data: z.object({
      shiprocket: shiprocketAccount.nullable().describe('null: not connected'),
      easypost: easypostAccount.nullable().describe('null: not connected'),
    }),
  }),
})
export type CarrierAccounts = z.output<typeof getCarriers.answer>['data']

const whichCarrier = { carrier: z.enum(connectedCarriers) }

export const testCarrier = endpoint({
  method: 'POST',
  path: 'admin/carriers/:carrier/test',
  audience: 'staff:settings',
  summary: 'Signs in at the carrier and checks the pickup location; changes nothing',
  input: z.strictObject(whichCarrier),
  answer: z.object({}),
})

export const disconnectCarrier = endpoint({
  method: 'DELETE',
  path: 'admin/carriers/:carrier',
  audience: 'staff:settings',
  summary: 'Deletes the connection with its secrets. Labels that were bought stay',
  input: z.strictObject(whichCarrier),
  answer: z.object({}),
})

export const carrierAccountEndpoints = [
  getCarriers,
  connectShiprocket,
  connectEasypost,
  testCarrier,
  disconnectCarrier,
] as const
