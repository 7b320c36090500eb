import { sql, type RawBuilder } from 'kysely'
import type { Customer, CustomerDetail, CustomerSort } from '#contract/identity/customer.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import { matchesCustom } from '#server/modules/custom-fields/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { listAddresses } from '../addresses/address.queries.ts'
import { matchesCustomer } from './customer-condition.ts'
import { listNotes } from './customer-note.queries.ts'
import { listSessions } from '../sessions/session.queries.ts'
import { accountOf, findUser } from '../accounts/user.queries.ts'

interface CustomerRow {
  id: number
  userId: number | null
  /** The person: an email in small letters, or the digits of a phone. */
  key: string
  fullName: string
  email: string
  phone: string
  dp: string | null
  emailVerified: boolean
  disabled: boolean
  createdAt: Date
  orders: number
  /** Minor units by currency. */
  spent: Record<string, number>
  lastOrderAt: Date | null
  returns: number
  refusedPackages: number
}

interface Filter {
  page: number
  limit: number
  q?: string
  sort: CustomerSort
  kind?: 'account' | 'guest'
  status?: 'active' | 'disabled'
  verified?: boolean
  custom?: string
}

/** Each order has an index. */
const orders: Record<CustomerSort, RawBuilder<unknown>> = {
  newest: sql`c.created_at desc, c.id desc`,
  name: sql`lower(c.name), c.id`,
  email: sql`lower(c.email), c.id`,
  latest: sql`c.last_order_at desc nulls last, c.id desc`,
  spent_desc: sql`c.spent desc, c.id desc`,
  orders_desc: sql`c.orders desc, c.id desc`,
}

const columns = sql`
  c.id, c.user_id as "userId", c.key, c.name as "fullName", c.email, c.phone, u.image as dp, c.is_confirmed as "emailVerified",
  c.is_disabled as disabled, c.created_at as "createdAt", c.orders, c.spent_by_currency as spent,
  c.last_order_at as "lastOrderAt", c.returns, c.refused_packages as "refusedPackages"`

/** A page of customers and their total. `q` searches name, email and phone. A status is that of an account. */
export async function listCustomers(
  db: Database,
  shopId: number,
  { page, limit, q, sort, kind, status, verified, custom }: Filter,
): Promise<{ data: Customer[]; total: number }> {
  const conditions = [sql`c.config_id = ${shopId}`]
  if (q) conditions.push(await matchesCustomer(db, shopId, q))
  if (kind) conditions.push(kind === 'account' ? sql`c.user_id is not null` : sql`c.user_id is null`)
  if (status)
    conditions.push(
      status === 'active' ? sql`c.user_id is not null and not c.is_disabled` : sql`c.is_disabled`,
    )
  if (verified !== undefined)
    conditions.push(verified ? sql`c.is_confirmed` : sql`c.user_id is not null and not c.is_confirmed`)
  if (custom) conditions.push(matchesCustom(shopId, 'customer', custom, sql`c.id`))
  const where = sql.join(conditions, sql` and `)
  const [{ rows: data }, { rows: counts }] = await Promise.all([
    sql<CustomerRow>`
      select ${columns} from customer c left join app_user u on u.config_id = c.config_id and u.id = c.user_id
      where ${where} order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from customer c where ${where}`.execute(db),
  ])
  return { data: data.map(customerOf), total: counts[0]?.total ?? 0 }
}

const customerOf = ({ userId, key: _key, createdAt, lastOrderAt, spent, ...row }: CustomerRow): Customer => ({
  ...row,
  hasAccount: userId !== null,
  memberSince: createdAt.toISOString(),
  lastOrderAt: lastOrderAt?.toISOString() ?? null,
  spent: Object.entries(spent).map(([currency, minor]) => ({ currency, amount: toMajor(minor, currency) })),
})

/** Finds a customer by id, also by the one that a guest had before there was an account. */
async function findCustomer(db: Database, shopId: number, id: number): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    select ${columns} from customer c left join app_user u on u.config_id = c.config_id and u.id = c.user_id
    where c.config_id = ${shopId} and (c.id = ${id} or c.guest_id = ${id})`.execute(db)
  return rows[0]
}

const MAX_COMMENTS = 50

/** Reads the customer page. Throws AppError 404 for an unknown id and for staff. */
export async function readCustomer(db: Database, shopId: number, id: number): Promise<CustomerDetail> {
  const found = await findCustomer(db, shopId, id)
  if (!found) throw customerNotFound()
  const { id: customerId, userId, key } = found
  const notes = await listNotes(db, shopId, { userId, key })
  const version = await findVersion(db, shopId, { subject: 'customer', subjectId: customerId })
  const customer = { ...customerOf(found), notes, version }
  const user = userId === null ? undefined : await findUser(db, shopId, userId)
  if (!user)
    return { ...customer, gender: null, disabled_at: null, sessions: 0, addresses: [], ...noComments }
  const { comments, total } = await listComments(db, shopId, user.id)
  return {
    ...customer,
    gender: accountOf(user).gender,
    disabled_at: user.disabled_at?.toISOString() ?? null,
    sessions: (await listSessions(db, shopId, user.id)).length,
    addresses: await listAddresses(db, shopId, user.id),
    comments,
    commentCount: total,
  }
}

const noComments = { comments: [], commentCount: 0 }

type WrittenComment = CustomerDetail['comments'][number]

/** The latest comments of a customer, newest first, and their total. */
async function listComments(
  db: Database,
  shopId: number,
  userId: number,
): Promise<{ comments: WrittenComment[]; total: number }> {
  const { rows } = await sql<Omit<WrittenComment, 'created_at'> & { at: Date; total: number }>`
    select c.id, c.body as comment, c.rating, c.status, c.product_id, p.name as productname, c.created_at as at,
      count(*) over ()::int as total
    from comment c join product p on p.config_id = c.config_id and p.id = c.product_id
    where c.config_id = ${shopId} and c.user_id = ${userId}
    order by c.created_at desc, c.id desc limit ${MAX_COMMENTS}`.execute(db)
  const comments = rows.map(({ at, ...row }) => ({ ...row, created_at: at.toISOString() }))
  return { comments, total: rows[0]?.total ?? 0 }
}

export const customerNotFound = () => new AppError(404, 'not_found', 'Customer not found')
