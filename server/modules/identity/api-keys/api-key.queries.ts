import { BlockList, isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { ApiKey } from '#contract/identity/api-key.ts'
import type { Permission } from '#contract/endpoint.ts'
import { prepared, type Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { Caller } from '#server/http/route.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { effectivePermissions } from '../roles/effective-permissions.ts'

interface KeyRow {
  id: number
  name: string
  permissions: Permission[]
  networks: string[]
  readOnly: boolean
  userId: number
  fullName: string
  roleId: number
  rolePermissions: Permission[]
  /** `last_used_at` is old enough to be written again. */
  stale: boolean
}

/**
 * The caller that an API key stands for: the person who created it. The caller has those of the key's permissions that this
 * person still has. AppError 401 for a key that is unknown in this shop, has expired, was revoked or comes from another
 * network.
 */
export async function findKeyCaller(
  db: Database,
  shopId: number,
  key: string,
  address: string | undefined,
): Promise<Caller> {
  const hash = hashToken(key)
  const { rows } = await prepared(
    'find_api_key',
    sql<KeyRow>`
    select k.id, k.name, k.permissions, k.networks, k.read_only as "readOnly", u.id as "userId", u.full_name as "fullName",
      u.role_id as "roleId", r.permissions as "rolePermissions",
      k.last_used_at is null or k.last_used_at < now() - interval '5 minutes' as stale
    from api_key k
    join app_user u on u.config_id = k.config_id and u.id = k.user_id
    join role r on r.config_id = u.config_id and r.id = u.role_id
    where k.token_hash = ${hash} and k.config_id = ${shopId}
      and (k.expires_at is null or k.expires_at > now()) and u.disabled_at is null`,
  ).execute(db)
  const [row] = rows
  if (!row || !isWithin(address, row.networks)) throw invalidKey()
  if (row.stale)
    await sql`update api_key set last_used_at = now() where config_id = ${shopId} and token_hash = ${hash}`.execute(
      db,
    )
  const granted = effectivePermissions(row.roleId, row.rolePermissions)
  return {
    userId: row.userId,
    fullName: `${row.name} (API key of ${row.fullName})`.slice(0, 200),
    apiKeyId: row.id,
    readOnly: row.readOnly,
    // A key has no role and no session.
    roleId: 0,
    sessionId: 0,
    permissions: row.permissions.filter((permission) => granted.includes(permission)),
    mustChangePassword: false,
    shopperId: undefined,
  }
}

const invalidKey = () =>
  new AppError(
    401,
    'invalid_api_key',
    'This API key is unknown, has expired, was revoked or may not be used from here.',
  )

/** Whether an address is one of the networks, or there are none. It is undefined once the sender has left. */
export function isWithin(address: string | undefined, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  if (address === undefined) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  // An IPv4 client of a socket for both families has an address like ::ffff:203.0.113.7.
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/** The keys of a shop, newest first. */
export async function listApiKeys(db: Database, shopId: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.config_id', '=', 'k.config_id').onRef('u.id', '=', 'k.user_id'),
    )
    .selectAll('k')
    .select(['u.full_name', sql<boolean>`coalesce(k.expires_at <= now(), false)`.as('expired')])
    .where('k.config_id', '=', shopId)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    permissions: row.permissions as ApiKey['permissions'],
    readOnly: row.read_only,
    networks: row.networks,
    ending: row.ending,
    createdBy: row.full_name,
    created_at: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    expired: row.expired,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}
