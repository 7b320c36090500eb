import { customerRole, type Role } from '#contract/identity/role.ts'

/** The roles that the signed-in user can assign, as options of a select. */
export const assignableRoles = (roles: readonly Role[]): (readonly [string, string])[] =>
  roles
    .filter(({ id, grantable }) => grantable && id !== customerRole)
    .map(({ id, name }) => [String(id), name] as const)
