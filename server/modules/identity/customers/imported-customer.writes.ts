import { sql } from 'kysely'
import type { Address } from '#contract/identity/account.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordAll, type WriteContext } from '#server/modules/audit/index.ts'
import { NO_PASSWORD } from '../passwords/password.ts'
import { listFiledCustomers, type FiledCustomer } from './filed-customer.queries.ts'

type NewAddress = Omit<Address, 'id' | 'lines' | 'is_default'>

export interface ImportedAccount {
  email: string
  fullName: string
  /** Undefined: now. */
  createdAt?: Date | undefined
  addresses: readonly NewAddress[]
}

/** Customers with these emails in lower case, by email. `lock`: their rows stay locked until the transaction ends. */
export async function findCustomersByEmail(
  db: Database,
  shopId: number,
  emails: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, FiledCustomer>> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where config_id = ${shopId} and lower(email) = any(${emails}::text[])
    order by id ${lock ? sql`for update` : sql``}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const found = await listFiledCustomers(db, shopId, ids)
  return new Map(found.map((customer) => [customer.email.toLowerCase(), customer]))
}

/**
 * Adds customers who have no password yet; they choose one by an emailed link. Sends no email. Returns their ids in this
 * order. The audit log names none of their data, which is erased with the account.
 */
export async function createImportedCustomers(
  tx: Transaction,
  write: WriteContext,
  accounts: readonly ImportedAccount[],
): Promise<number[]> {
  if (accounts.length === 0) return []
  const { shopId } = write
  const added = await tx
    .insertInto('app_user')
    .values(
      accounts.map(({ email, fullName, createdAt }) => ({
        config_id: shopId,
        email,
        full_name: fullName,
        password_hash: NO_PASSWORD,
        created_at: createdAt ?? sql<Date>`now()`,
      })),
    )
    .returning(['id', 'email'])
    .execute()
  const byEmail = new Map(added.map(({ id, email }) => [email, id]))
  const ids = accounts.map(({ email }) => byEmail.get(email) ?? 0)
  await insertAddresses(
    tx,
    shopId,
    accounts.flatMap(({ addresses }, i) =>
      addresses.map((address, position) => ({ ...address, userId: ids[i] ?? 0, isDefault: position === 0 })),
    ),
  )
  const entries = ids.map((subjectId) => ({
    action: 'create' as const,
    subject: 'customer',
    subjectId,
    after: { imported: true },
  }))
  await recordAll(tx, write, entries)
  return ids
}

/** Adds addresses to locked customers. Returns the ids of the rows by customer. */
export async function addImportedAddresses(
  tx: Transaction,
  shopId: number,
  customers: readonly { customer: FiledCustomer; addresses: readonly NewAddress[] }[],
): Promise<Map<number, number[]>> {
  const rows = customers.flatMap(({ customer, addresses }) =>
    addresses.map((address, position) => ({
      ...address,
      userId: customer.id,
      isDefault: customer.addresses.length === 0 && position === 0,
    })),
  )
  const added = await insertAddresses(tx, shopId, rows)
  return new Map(
    [...Map.groupBy(added, ({ user_id }) => user_id)].map(([id, own]) => [id, own.map((row) => row.id)]),
  )
}

/** Renames a customer who has no password yet. */
export async function renameImportedCustomer(
  tx: Transaction,
  shopId: number,
  id: number,
  fullName: string,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ full_name: fullName })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .where('password_hash', '=', NO_PASSWORD)
    .execute()
}

/** Removes these addresses of a customer, unless they were changed. */
export async function removeImportedAddresses(
  tx: Transaction,
  shopId: number,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('address')
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

/** Removes an imported account. AppError 409 if its owner has used it or has orders. */
export async function removeImportedCustomer(
  tx: Transaction,
  write: WriteContext,
  id: number,
): Promise<void> {
  const { shopId } = write
  const [customer] = await listFiledCustomers(tx, shopId, [id])
  if (!customer) return
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from shop_order where config_id = ${shopId} and user_id = ${id})
      or exists (select from comment where config_id = ${shopId} and user_id = ${id})
      or exists (select from shopper where config_id = ${shopId} and user_id = ${id}) as used`.execute(tx)
  if (customer.isStaff || customer.hasPassword || rows[0]?.used !== false)
    throw new AppError(409, 'customer_is_active', 'The customer has used this account or has orders')
  await tx.deleteFrom('app_user').where('config_id', '=', shopId).where('id', '=', id).execute()
  const entry = { action: 'delete' as const, subject: 'customer', subjectId: id, before: { imported: true } }
  await recordAll(tx, write, [entry])
}

async function insertAddresses(
  tx: Transaction,
  shopId: number,
  addresses: readonly (NewAddress & { userId: number; isDefault: boolean })[],
) {
  if (addresses.length === 0) return []
  return tx
    .insertInto('address')
    .values(
      addresses.map(({ userId, isDefault, fullName, ...address }) => ({
        ...address,
        config_id: shopId,
        user_id: userId,
        full_name: fullName,
        is_default: isDefault,
      })),
    )
    .returning(['id', 'user_id'])
    .execute()
}
