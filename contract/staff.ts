import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listing, moment, version } from './fields.ts'

export const staffMember = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
  dp: z.string().nullable().describe('file name of the picture'),
  role: z.object({ id: z.number().int(), name: z.string() }),
  memberSince: moment,
  seen_at: moment.nullable().describe('null where nobody is signed in'),
  changeable: z.boolean().describe('whether who asks may give this person another role'),
  version,
})
export type StaffMember = z.infer<typeof staffMember>

export const getStaff = endpoint({
  method: 'GET',
  path: 'admin/staff',
  audience: 'staff:staff',
  summary: 'Everyone who may do something in the dashboard',
  input: z.strictObject({
    ...listing,
    sort: z.enum(['newest', 'name', 'email']).default('name'),
    role: id.optional(),
  }),
  answer: z.object({ data: z.array(staffMember), total: z.number().int() }),
})

export const updateStaff = endpoint({
  method: 'PATCH',
  path: 'admin/staff/:id',
  audience: 'staff:staff',
  summary: 'Gives a member of staff another role',
  input: z.strictObject({ id, roleId: id, version: version.optional() }),
  answer: z.object({}),
})

export const removeStaff = endpoint({
  method: 'DELETE',
  path: 'admin/staff/:id',
  audience: 'staff:staff',
  summary: 'Makes a member of staff a customer',
  input: z.strictObject({ id }),
  answer: z.object({}),
})
