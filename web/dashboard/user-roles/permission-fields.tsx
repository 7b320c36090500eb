import { permissions, type Permission } from '#contract/endpoint.ts'
import { useSession } from '#web/data/account/session.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { permissionLabels } from './permission-labels.ts'

interface PermissionFieldsProps {
  /** All of them by default. */
  offered?: readonly Permission[]
  chosen?: readonly Permission[] | undefined
  error: string | undefined
}

/** A checkbox for each permission. Staff can grant only those that they have themselves. */
export function PermissionFields({ offered = permissions, chosen, error }: PermissionFieldsProps) {
  const { data: user } = useSession()
  return (
    <fieldset aria-describedby={error && 'permissions-error'}>
      <legend className="font-medium">Permissions</legend>
      {offered.map((permission) => (
        <CheckboxField
          key={permission}
          name={`permission-${permission}`}
          label={`${permissionLabels[permission].name}: ${permissionLabels[permission].allows}`}
          defaultChecked={chosen?.includes(permission)}
          disabled={!user?.permissions.includes(permission)}
        />
      ))}
      {error && (
        <p id="permissions-error" role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The permissions whose checkboxes are checked, from the fields of a form. */
export const checkedPermissions = <P extends Permission>(
  fields: Readonly<Record<string, unknown>>,
  offered: readonly P[],
): P[] => offered.filter((permission) => `permission-${permission}` in fields)
