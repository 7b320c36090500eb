import { z } from 'zod'
import { endpoint, permissions } from '../endpoint.ts'
import { id, listing, text, version } from '../fields.ts'

/** Has every permission, whatever its row lists. */
export const adminRole = 1
/** Everyone who is not on staff. */
export const customerRole = 2

/** Each permission once, in the order of the contract. */
const rolePermissions = z
  .array(z.enum(permissions))
  .min(1, 'Choose at least one permission')
  .transform((chosen) => permissions.filter((permission) => chosen.includes(permission)))

const roleName = text(200).trim().min(1, 'Enter a name')

export const role = z.object({
  id: z.number().int(),
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  members: z.number().int().describe('number of people with this role'),
  invited: z.number().int().describe('number of pending invitations'),
  fixed: z.boolean().describe('true for Admin and Customer, which cannot be changed or deleted'),
  grantable: z.boolean().describe('whether the caller may grant it'),
  version,
})
export type Role = z.infer<typeof role>

export const getRoles = endpoint({
  method: 'GET',
  path: 'admin/roles',
  audience: 'staff:staff',
  summary: 'The roles of the shop with their number of members',
  input: z.strictObject({
    ...listing,
    limit: listing.limit.default(100),
    sort: z.enum(['id', 'name']).default('id'),
  }),
  answer: z.object({ data: z.array(role), total: z.number().int() }),
})

export const getRole = endpoint({
  method: 'GET',
  path: 'admin/roles/:id',
  audience: 'staff:staff',
  summary: 'Reads one role',
  input: z.strictObject({ id }),
  answer: z.object({ data: role }),
})

export const createRoleInput = z.strictObject({ name: roleName, permissions: rolePermissions })

export const createRole = endpoint({
  method: 'POST',
  path: 'admin/roles',
  audience: 'staff:staff',
  takesIdempotencyKey: true,
  summary: 'Creates a role; the caller must have all of its permissions',
  input: createRoleInput,
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

const updateRoleInput = z.strictObject({
  id,
  name: roleName.optional(),
  permissions: rolePermissions.optional(),
  version: version.optional(),
})

export const updateRole = endpoint({
  method: 'PATCH',
  path: 'admin/roles/:id',
  audience: 'staff:staff',
  summary: 'Renames a role or changes its permissions; applies to its members at once',
  input: updateRoleInput,
  answer: z.object({}),
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: 'admin/roles/:id',
  audience: 'staff:staff',
  summary: 'Deletes a role; 409 `in_use` if it has members, unless moveTo names their new role',
  input: z.strictObject({ id, moveTo: id.optional() }),
  answer: z.object({}),
})
