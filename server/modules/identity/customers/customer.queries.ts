import { sql } from 'kysely'
import type { CustomerDetail } from '#contract/identity/customer.ts'
import { customerRole } from '#contract/identity/role.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import { matchesCustom } from '#server/modules/custom-fields/index.ts'
import { searchCondition } from '#server/platform/record-search/search-condition.ts'
import { listAddresses } from '../addresses/address.queries.ts'
import { listNotes } from './customer-note.queries.ts'
import { listSessions } from '../sessions/session.queries.ts'
import { accountOf, findUser } from '../accounts/user.queries.ts'

interface ListedCustomer {
  id: number
  fullName: string
  email: string
  dp: string | null
  emailVerified: boolean
  disabled: boolean
  createdAt: Date
}

interface Filter {
  page: number
  limit: number
  q?: string
  sort: 'newest' | 'name' | 'email'
  status?: 'active' | 'disabled'
  verified?: boolean
  custom?: string
}

/** Each order has an index. */
const orders = {
  newest: sql`created_at desc, id desc`,
  name: sql`lower(full_name), id`,
  email: sql`lower(email), id`,
}

/** A page of customers and their total. `q` searches their search documents. */
export async function listCustomers(
  db: Database,
  shopId: number,
  { page, limit, q, sort, status, verified, custom }: Filter,
): Promise<{ data: ListedCustomer[]; total: number }> {
  const conditions = [sql`config_id = ${shopId}`, sql`role_id = ${sql.lit(customerRole)}`]
  if (q) {
    const search = { shopId, table: 'customer_search_document', text: q, decimals: 0 } as const
    const found = await searchCondition(db, search)
    conditions.push(sql`id in (select d.user_id from customer_search_document d where ${found})`)
  }
  if (status) conditions.push(status === 'active' ? sql`disabled_at is null` : sql`disabled_at is not null`)
  if (verified !== undefined)
    conditions.push(verified ? sql`email_verified_at is not null` : sql`email_verified_at is null`)
  if (custom) conditions.push(matchesCustom(shopId, 'customer', custom, sql`id`))
  const matching = sql`from app_user where ${sql.join(conditions, sql` and `)}`
  const [{ rows: data }, { rows: counts }] = await Promise.all([
    sql<ListedCustomer>`
      select id, full_name as "fullName", email, image as dp, email_verified_at is not null as "emailVerified",
        disabled_at is not null as disabled, created_at as "createdAt"
      ${matching} order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db),
  ])
  return { data, total: counts[0]?.total ?? 0 }
}

const MAX_COMMENTS = 50

/** Reads the customer page. Throws AppError 404 for an unknown user and for staff. */
export async function readCustomer(db: Database, shopId: number, userId: number): Promise<CustomerDetail> {
  const user = await findUser(db, shopId, userId)
  if (!user || user.role_id !== customerRole) throw customerNotFound()
  const { id, fullName, email, dp, emailVerified, gender, memberSince } = accountOf(user)
  const { comments, total } = await listComments(db, shopId, userId)
  return {
    id,
    fullName,
    email,
    dp,
    emailVerified,
    gender,
    memberSince,
    disabled: user.disabled_at !== null,
    disabled_at: user.disabled_at?.toISOString() ?? null,
    sessions: (await listSessions(db, shopId, userId)).length,
    addresses: await listAddresses(db, shopId, userId),
    comments,
    commentCount: total,
    notes: await listNotes(db, shopId, userId),
    version: await findVersion(db, shopId, { subject: 'customer', subjectId: userId }),
  }
}

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
