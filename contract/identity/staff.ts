import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listing, moment, version } from '../fields.ts'

export const staffMember = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
  dp: z.string().nullable().describe('file name of the image'),
  role: z.object({ id: z.number().int(), name: z.string() }),
  memberSince: moment,
  seen_at: moment.nullable().describe('null without an open session'),
  changeable: z.boolean().describe('whether the caller may change this person’s role'),
  version,
})
export type StaffMember = z.infer<typeof staffMember>

export const getStaff = endpoint({
  method: 'GET',
  path: 'admin/staff',
  audience: 'staff:staff',
  summary: 'The staff members',
  input: z.strictObject({
    ...listing,
    sort: z.enum(['newest', 'name', 'email']).default('name'),
    role: id.optional(),
  }),
  answer: z.object({ data: z.array(staffMember), total: z.number().int() }),
})

export const getStaffMember = endpoint({
  method: 'GET',
  path: 'admin/staff/:id',
  audience: 'staff:staff',
  summary: 'Reads one staff member',
  input: z.strictObject({ id }),
  answer: z.object({ data: staffMember }),
})

export const updateStaff = endpoint({
  method: 'PATCH',
  path: 'admin/staff/:id',
  audience: 'staff:staff',
  summary: 'Changes the role of a staff member',
  input: z.strictObject({ id, roleId: id, version: version.optional() }),
  answer: z.object({}),
})

export const removeStaff = endpoint({
  method: 'DELETE',
  path: 'admin/staff/:id',
  audience: 'staff:staff',
  summary: 'Removes a staff member, who stays a customer',
  input: z.strictObject({ id }),
  answer: z.object({}),
})
