import type { Permission } from '#contract/endpoint.ts'
import { useSession } from './session.ts'

/** Whether the signed-in user has a permission, for display; the server checks it again. */
export function useCan(): (permission: Permission) => boolean {
  const { data: user } = useSession()
  return (permission) => user?.permissions.includes(permission) ?? false
}
