import type { PersonalRecords } from '#server/http/personal-records.ts'
import type { Route } from '#server/http/route.ts'
import { acceptInvitationRoutes } from './accept-invitation.routes.ts'
import { accountRoutes } from './account.routes.ts'
import { addressRoutes } from './address.routes.ts'
import { authRoutes } from './auth.routes.ts'
import { customerRoutes } from './customer.routes.ts'
import { invitationRoutes } from './invitation.routes.ts'
import { leaveRoutes } from './leave.routes.ts'
import { registerRoutes } from './register.routes.ts'
import { resetRoutes } from './reset.routes.ts'
import { roleRoutes } from './role.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { staffRoutes } from './staff.routes.ts'

export { identityRevertibles } from './revertible.ts'
export { ensureFirstAdmin } from './first-admin.ts'

/** Every call about people; `records` are what the other modules keep about a person. */
export const identityRoutes = (records: readonly PersonalRecords[]): Route[] => [
  ...authRoutes,
  ...registerRoutes,
  ...resetRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...addressRoutes,
  ...leaveRoutes(records),
  ...customerRoutes,
  ...roleRoutes,
  ...staffRoutes,
  ...invitationRoutes,
  ...acceptInvitationRoutes,
]
