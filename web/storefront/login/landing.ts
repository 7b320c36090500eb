import type { CurrentUser } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { ownPath } from '../../lib/own-path.ts'

/** Where signing in leads: staff to the dashboard, others to the page they wanted; a password given by us is changed first. */
export function landingOf(
  { permissions, mustChangePassword }: Pick<CurrentUser, 'permissions' | 'mustChangePassword'>,
  next: string | null,
): string {
  if (mustChangePassword) return links.profile('password')
  const wanted = ownPath(next)
  if (permissions.length === 0) return wanted
  return /^\/dashboard(\/|$)/.test(wanted) ? wanted : links.dashboard()
}
