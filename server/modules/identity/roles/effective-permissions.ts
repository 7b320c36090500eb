import { permissions, type Permission } from '#contract/endpoint.ts'
import { adminRole } from '#contract/identity/role.ts'

/** The administrator role has every permission, whatever its row lists. */
export const effectivePermissions = (roleId: number, listed: readonly Permission[]): Permission[] =>
  roleId === adminRole ? [...permissions] : [...listed]
