import { z } from 'zod'
import { address } from './account.ts'
import { customFilter } from '../custom-fields/custom-value.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, listing, moment, text, version } from '../fields.ts'

/** A customer in the list: everyone with an account, and everyone who ordered as a guest. */
export const customer = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string().describe('empty: a guest who is known by phone only'),
  phone: z.string().describe('of the latest order; empty if there is none'),
  dp: z.string().nullable().describe('file name of the image'),
  hasAccount: z.boolean().describe('false: ordered as a guest'),
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  memberSince: moment.describe('when the account was opened, or the first order of a guest'),
  orders: z.number().int().describe('orders placed, cancelled ones included'),
  spent: z
    .array(z.object({ currency: z.string(), amount: z.number() }))
    .describe('paid and not refunded, for each currency in which the customer paid'),
  lastOrderAt: moment.nullable(),
  returns: z.number().int().describe('returns and withdrawals that were not refused'),
  refusedPackages: z.number().int().describe('orders that came back and were never paid'),
})
export type Customer = z.infer<typeof customer>

const note = z.object({
  id: z.number().int(),
  note: z.string(),
  author: z.string(),
  created_at: moment,
})
export type CustomerNote = z.infer<typeof note>

const writtenComment = z.object({
  id: z.number().int(),
  comment: z.string(),
  rating: z.number().int().nullable(),
  status: z.enum(['visible', 'pending', 'hidden']),
  product_id: z.number().int(),
  productname: z.string(),
  created_at: moment,
})

/** The sort orders of the list; the figures begin with the highest. */
export const customerSorts = ['newest', 'name', 'email', 'latest', 'spent_desc', 'orders_desc'] as const
export type CustomerSort = (typeof customerSorts)[number]

export const getCustomers = endpoint({
  method: 'GET',
  path: 'admin/customers',
  audience: 'staff:customers',
  summary: 'Everyone who has an account or has ordered as a guest; q searches name, email and phone',
  input: z.strictObject({
    ...listing,
    sort: z.enum(customerSorts).default('newest'),
    kind: z.enum(['account', 'guest']).optional(),
    status: z.enum(['active', 'disabled']).optional(),
    verified: flag.optional(),
    custom: customFilter,
  }),
  answer: z.object({ data: z.array(customer), total: z.number().int() }),
})

export const customerDetail = customer.extend({
  gender: z.literal([1, 2]).nullable(),
  disabled_at: moment.nullable(),
  sessions: z.number().int().describe('number of open sessions'),
  addresses: z.array(address),
  comments: z.array(writtenComment).describe('the latest 50'),
  commentCount: z.number().int(),
  notes: z.array(note).describe('newest first'),
  version,
})
export type CustomerDetail = z.infer<typeof customerDetail>

export const getCustomer = endpoint({
  method: 'GET',
  path: 'admin/customers/:id',
  audience: 'staff:customers',
  summary: 'One customer, with an account or a guest, with addresses, comments and staff notes',
  input: z.strictObject({ id }),
  answer: z.object({ data: customerDetail }),
})

export const updateCustomer = endpoint({
  method: 'PATCH',
  path: 'admin/customers/:id',
  audience: 'staff:customers',
  summary: 'Disables an account, which ends its sessions, or enables it',
  input: z.strictObject({ id, disabled: flag, version: version.optional() }),
  answer: z.object({}),
})

export const noteInput = z.strictObject({
  id,
  note: text(2000).trim().min(1, 'Enter a note'),
})

export const addCustomerNote = endpoint({
  method: 'POST',
  path: 'admin/customers/:id/notes',
  audience: 'staff:customers',
  takesIdempotencyKey: true,
  summary: 'Adds a note that only staff can see',
  input: noteInput,
  answer: z.object({ data: note }),
})

export const deleteCustomerNote = endpoint({
  method: 'DELETE',
  path: 'admin/customers/:id/notes/:noteId',
  audience: 'staff:customers',
  summary: 'Deletes a note',
  input: z.strictObject({ id, noteId: id }),
  answer: z.object({}),
})
