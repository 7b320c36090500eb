import { customerRole } from '#contract/identity/role.ts'
import type { Address } from '#contract/identity/account.ts'
import type { Database } from '#server/db/connect.ts'
import { addressOf } from '../addresses/address.queries.ts'
import { NO_PASSWORD } from '../passwords/password.ts'

/** A customer with everything that the customers file has. */
export interface FiledCustomer {
  id: number
  email: string
  fullName: string
  createdAt: Date
  isStaff: boolean
  /** False until the owner of an imported account has chosen one. */
  hasPassword: boolean
  addresses: Address[]
}

/** These accounts with their addresses, in the order of `ids`. */
export async function listFiledCustomers(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<FiledCustomer[]> {
  if (ids.length === 0) return []
  const [users, addresses] = await Promise.all([
    db
      .selectFrom('app_user')
      .select(['id', 'email', 'full_name', 'created_at', 'role_id', 'password_hash'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('address')
      .selectAll()
      .where('config_id', '=', shopId)
      .where('user_id', 'in', ids)
      .orderBy('is_default', 'desc')
      .orderBy('id')
      .execute(),
  ])
  const byId = new Map(users.map((user) => [user.id, user]))
  const byUser = Map.groupBy(addresses, ({ user_id }) => user_id)
  return ids.flatMap((id) => {
    const user = byId.get(id)
    if (!user) return []
    return {
      id,
      email: user.email,
      fullName: user.full_name,
      createdAt: user.created_at,
      isStaff: user.role_id !== customerRole,
      hasPassword: user.password_hash !== NO_PASSWORD,
      addresses: (byUser.get(id) ?? []).map(addressOf),
    }
  })
}
