import { z } from 'zod'
import { endpoint, permissions } from './endpoint.ts'
import { id, listing, text, version } from './fields.ts'

/** May do everything, whatever its row says. */
export const adminRole = 1
/** Whoever is not staff. */
export const customerRole = 2

/** What people of a role may do; each once, in the order of the contract. */
const rights = z
  .array(z.enum(permissions))
  .min(1, 'Please choose at least one area')
  .transform((chosen) => permissions.filter((one) => chosen.includes(one)))

const roleName = text(200).trim().min(1, 'Please enter a name')

export const role = z.object({
  id: z.number().int(),
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  members: z.number().int().describe('how many people have it'),
  invited: z.number().int().describe('how many are invited to it'),
  fixed: z.boolean().describe('Admin and Customer: neither changed nor deleted'),
  grantable: z.boolean().describe('whether who asks may give it to somebody'),
  version,
})
export type Role = z.infer<typeof role>

export const getRoles = endpoint({
  method: 'GET',
  path: 'admin/roles',
  audience: 'staff:staff',
  summary: 'The roles of the shop and how many people have them',
  input: z.strictObject({
    ...listing,
    limit: listing.limit.default(100),
    sort: z.enum(['id', 'name']).default('id'),
  }),
  answer: z.object({ data: z.array(role), total: z.number().int() }),
})

export const createRoleInput = z.strictObject({ name: roleName, permissions: rights })

export const createRole = endpoint({
  method: 'POST',
  path: 'admin/roles',
  audience: 'staff:staff',
  summary: 'Makes a role with rights that the caller has too',
  input: createRoleInput,
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const updateRoleInput = z.strictObject({
  id,
  name: roleName.optional(),
  permissions: rights.optional(),
  version: version.optional(),
})

export const updateRole = endpoint({
  method: 'PATCH',
  path: 'admin/roles/:id',
  audience: 'staff:staff',
  summary: 'Renames a role or changes its rights, for everyone who has it, at once',
  input: updateRoleInput,
  answer: z.object({}),
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: 'admin/roles/:id',
  audience: 'staff:staff',
  summary: 'Deletes a role; 409 `in_use` where people have it, unless moveTo says which role they get',
  input: z.strictObject({ id, moveTo: id.optional() }),
  answer: z.object({}),
})
