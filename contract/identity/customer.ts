import { z } from 'zod'
import { address } from './account.ts'
import { customFilter } from '../custom-fields/custom-value.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, listing, moment, text, version } from '../fields.ts'

/** A customer in the list. */
export const customer = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
  dp: z.string().nullable().describe('file name of the image'),
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  memberSince: moment,
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

export const getCustomers = endpoint({
  method: 'GET',
  path: 'admin/customers',
  audience: 'staff:customers',
  summary: 'The customers; q searches name and email',
  input: z.strictObject({
    ...listing,
    sort: z.enum(['newest', 'name', 'email']).default('newest'),
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
  summary: 'One customer with addresses, comments and staff notes',
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
