import type { PersonalRecords } from '#server/platform/personal-records.ts'
import type { Route } from '#server/http/route.ts'
import { acceptInvitationRoutes } from './invitations/accept-invitation.routes.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { apiKeyRoutes } from './api-keys/api-key.routes.ts'
import { addressRoutes } from './addresses/address.routes.ts'
import { authRoutes } from './sessions/auth.routes.ts'
import { customerRoutes } from './customers/customer.routes.ts'
import { invitationRoutes } from './invitations/invitation.routes.ts'
import { accountDeletionRoutes } from './accounts/account-deletion.routes.ts'
import { registerRoutes } from './accounts/register.routes.ts'
import { resetRoutes } from './passwords/reset.routes.ts'
import { roleRoutes } from './roles/role.routes.ts'
import { sessionRoutes } from './sessions/session.routes.ts'
import { staffRoutes } from './staff/staff.routes.ts'

export { findKeyCaller } from './api-keys/api-key.queries.ts'
export { matchesCustomer } from './customers/customer-condition.ts'
export { listFiledCustomers, type FiledCustomer } from './customers/filed-customer.queries.ts'
export {
  addImportedAddresses,
  createImportedCustomers,
  findCustomersByEmail,
  removeImportedAddresses,
  removeImportedCustomer,
  renameImportedCustomer,
} from './customers/imported-customer.writes.ts'
export { createAccount } from './accounts/create-account.ts'
export { identityAuditSubjects } from './audit-subjects.ts'
export { ensureFirstAdmin, replaceAdminPassword, unknownPasswordHash } from './staff/first-admin.ts'
export { findCaller } from './sessions/caller.queries.ts'
export { shopperAccess, type MergeShopper } from './shoppers/shopper-access.ts'
export {
  lockForOrder,
  lockShoppers,
  writeAsKnownShopper,
  writeAsShopper,
  writeAtOnce,
} from './shoppers/shopper-lock.writes.ts'
export { moveShare, share, unshare } from './shoppers/wishlist-share.writes.ts'

/** All routes about people. `records` lists the personal data that other modules store. */
export const identityRoutes = (records: readonly PersonalRecords[]): Route[] => [
  ...authRoutes,
  ...registerRoutes,
  ...resetRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...addressRoutes,
  ...accountDeletionRoutes(records),
  ...customerRoutes,
  ...roleRoutes,
  ...staffRoutes,
  ...invitationRoutes,
  ...apiKeyRoutes,
  ...acceptInvitationRoutes,
]
