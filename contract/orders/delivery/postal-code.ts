import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { text } from '../../fields.ts'

const placeField = z.enum(['line', 'city', 'state', 'pincode'])

export const getPostalCode = endpoint({
  method: 'GET',
  path: 'postal-codes/:code',
  audience: 'public',
  summary: 'The state and the city of a PIN code of India; null if no post office has it',
  input: z.strictObject({ code: text(6).regex(/^[1-9]\d{5}$/, 'Enter a 6-digit PIN code') }),
  answer: z.object({
    data: z
      .object({
        states: z
          .array(z.string())
          .describe('state codes; a code on a border has two, the more likely first'),
        city: z.string().describe('empty: unknown'),
      })
      .nullable(),
  }),
  cache: {},
})
export type FoundPostalCode = z.output<typeof getPostalCode.answer>['data']

export const getAddressFormat = endpoint({
  method: 'GET',
  path: 'address-formats/:country',
  audience: 'public',
  summary: 'How addresses of a country are written: its fields in their order, their names, and its states',
  input: z.strictObject({ country: text(2).regex(/^[A-Z]{2}$/, 'Enter the two letters of a country') }),
  answer: z.object({
    data: z.object({
      fields: z.array(placeField).describe('below the name; line stands for the two lines of the street'),
      required: z.array(placeField),
      names: z.partialRecord(placeField, z.string()).describe('what the country calls its fields'),
      postal: z
        .object({ pattern: z.string().describe('of a whole code in upper case'), example: z.string() })
        .optional()
        .describe('absent: not known, or the country has no postal codes'),
      states: z
        .array(z.tuple([z.string(), z.string()], z.string()))
        .optional()
        .describe('code, name, and the pattern that postal codes begin with; absent: a text'),
    }),
  }),
  cache: {},
})
