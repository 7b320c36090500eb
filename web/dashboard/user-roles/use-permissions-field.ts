import type { Permission } from '#contract/endpoint.ts'
import { useSession } from '#web/data/account/session.ts'
import { checkboxes } from '../record-form/checkboxes.tsx'
import { permissionLabels } from './permission-labels.ts'

/** A checkbox for each permission. Staff can grant only those that they have themselves. */
export function usePermissionsField<P extends Permission>(offered: readonly P[]) {
  const { data: user } = useSession()
  return checkboxes(
    'Permissions',
    offered.map((permission) => ({
      value: permission,
      name: permissionLabels[permission].name,
      hint: permissionLabels[permission].allows,
      disabled: !user?.permissions.includes(permission),
    })),
  )
}
