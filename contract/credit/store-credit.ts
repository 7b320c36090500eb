import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, text } from '../fields.ts'
import { creditEntry } from './gift-card.ts'

export const getStoreCredit = endpoint({
  method: 'GET',
  path: 'admin/customers/:id/credit',
  audience: 'staff:customers',
  summary: 'The store credit of a customer with its history',
  input: z.strictObject({ id }),
  answer: z.object({
    data: z.object({
      hasAccount: z.boolean().describe('store credit needs a customer account'),
      balance: z.number().describe('major units'),
      currency: z.string(),
      entries: z.array(creditEntry).describe('newest first'),
    }),
  }),
})

export const changeStoreCredit = endpoint({
  method: 'POST',
  path: 'admin/customers/:id/credit',
  audience: 'staff:customers+refunds',
  takesIdempotencyKey: true,
  summary: 'Gives store credit to a customer or takes it, with a reason',
  input: z.strictObject({
    id,
    change: z.number('Enter an amount').describe('major units; negative: takes from the balance'),
    reason: text(500).trim().min(1, 'Enter a reason'),
  }),
  answer: z.object({ data: z.object({ balance: z.number().describe('major units') }) }),
})

export const storeCreditEndpoints = [getStoreCredit, changeStoreCredit] as const
