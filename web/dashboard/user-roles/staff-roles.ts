import { customerRole, type Role } from '#contract/role.ts'

/** The roles that who looks may give to staff, for a select. */
export const staffRoles = (roles: readonly Role[]): (readonly [string, string])[] =>
  roles
    .filter(({ id, grantable }) => grantable && id !== customerRole)
    .map(({ id, name }) => [String(id), name] as const)
