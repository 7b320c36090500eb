import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { text } from '../../fields.ts'

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

/** Postal codes by country, as the Universal Postal Union lists them: the pattern, in upper case, and an example. */
const formats: Readonly<Record<string, readonly [pattern: RegExp, example: string]>> = {
  AT: [/^\d{4}$/, '1010'],
  AU: [/^\d{4}$/, '2000'],
  BD: [/^\d{4}$/, '1000'],
  BE: [/^\d{4}$/, '1000'],
  BR: [/^\d{5}-?\d{3}$/, '01310-100'],
  BT: [/^\d{5}$/, '11001'],
  CA: [/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/, 'K1A 0B1'],
  CH: [/^\d{4}$/, '8001'],
  CN: [/^\d{6}$/, '100000'],
  CZ: [/^\d{3} ?\d{2}$/, '110 00'],
  DE: [/^\d{5}$/, '10115'],
  DK: [/^\d{4}$/, '1050'],
  ES: [/^\d{5}$/, '28001'],
  FI: [/^\d{5}$/, '00100'],
  FR: [/^\d{5}$/, '75001'],
  GB: [/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/, 'SW1A 1AA'],
  GR: [/^\d{3} ?\d{2}$/, '105 57'],
  IE: [/^[A-Z]\d[\dW] ?[A-Z\d]{4}$/, 'D02 AF30'],
  ID: [/^\d{5}$/, '10110'],
  IL: [/^\d{5}(\d{2})?$/, '9614303'],
  IN: [/^[1-9]\d{5}$/, '411001'],
  IT: [/^\d{5}$/, '00184'],
  JP: [/^\d{3}-?\d{4}$/, '100-0001'],
  KR: [/^\d{5}$/, '03051'],
  LK: [/^\d{5}$/, '00100'],
  MY: [/^\d{5}$/, '50000'],
  MV: [/^\d{5}$/, '20002'],
  MX: [/^\d{5}$/, '06000'],
  NL: [/^\d{4} ?[A-Z]{2}$/, '1012 AB'],
  NO: [/^\d{4}$/, '0150'],
  NP: [/^\d{5}$/, '44600'],
  NZ: [/^\d{4}$/, '6011'],
  PH: [/^\d{4}$/, '1000'],
  PK: [/^\d{5}$/, '44000'],
  PL: [/^\d{2}-\d{3}$/, '00-001'],
  PT: [/^\d{4}-\d{3}$/, '1000-001'],
  SA: [/^\d{5}(-\d{4})?$/, '12211'],
  SE: [/^\d{3} ?\d{2}$/, '111 20'],
  SG: [/^\d{6}$/, '018956'],
  TH: [/^\d{5}$/, '10200'],
  TR: [/^\d{5}$/, '34000'],
  US: [/^\d{5}(-\d{4})?$/, '10001'],
  ZA: [/^\d{4}$/, '2000'],
}

/** Whether a postal code has the format of its country. Countries without a known format accept any. */
export const hasPostalFormat = (country: string, code: string) =>
  formats[country]?.[0].test(code.trim().toUpperCase()) ?? true

/** An example of a postal code of the country; undefined if its format is unknown. */
export const postalExample = (country: string) => formats[country]?.[1]
