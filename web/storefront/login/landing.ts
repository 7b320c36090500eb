import type { CurrentUser } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { ownPath } from '../../lib/own-path.ts'

/** Where signing in leads: staff to the dashboard, others to the page they wanted; a password given by us is changed first. */
export function landingOf(
  { roleId, mustChangePassword }: Pick<CurrentUser, 'roleId' | 'mustChangePassword'>,
  next: string | null,
): string {
  if (mustChangePassword) return links.profile('password')
  return roleId === 1 ? links.dashboard() : ownPath(next)
}
