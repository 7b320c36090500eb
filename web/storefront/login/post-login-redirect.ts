import type { CurrentUser } from '#contract/identity/auth.ts'
import { isDashboardPath, links } from '#contract/links.ts'
import { sameOriginPath } from '#web/lib/same-origin-path.ts'

/** The page after sign-in: the requested one, or the dashboard for staff. A temporary password must be changed first. */
export function postLoginRedirect(
  { permissions, mustChangePassword }: Pick<CurrentUser, 'permissions' | 'mustChangePassword'>,
  next: string | null,
): string {
  if (mustChangePassword) return links.profile('password')
  const requested = sameOriginPath(next)
  if (permissions.length === 0) return requested
  return isDashboardPath(requested) ? requested : links.dashboard()
}
