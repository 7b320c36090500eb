import { sql } from 'kysely'
import type { z } from 'zod'
import type { createApiKey as contract } from '#contract/identity/api-key.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { apiKeyPrefix } from '#server/http/session/api-key.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { lockGrantor } from '../roles/permissions.ts'
import { effectivePermissions } from '../roles/effective-permissions.ts'

const MAX_KEYS = 100

/**
 * Creates a key for the writer. It is returned here and never again: only its hash is stored. AppError 400 and 409 with the
 * field; 403 if the writer lacks a permission of the key.
 */
export async function createApiKey(
  tx: Transaction,
  write: WriteContext,
  { name, permissions, readOnly, expiresAt, networks }: z.output<typeof contract.input>,
): Promise<{ id: number; key: string }> {
  const { shopId } = write
  const grantor = await lockGrantor(tx, write)
  const granted = effectivePermissions(grantor.roleId, grantor.permissions)
  if (!permissions.every((permission) => granted.includes(permission))) {
    throw refused(
      403,
      'above_own_permissions',
      'permissions',
      'You can only grant permissions that you have yourself.',
    )
  }
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw refused(400, 'invalid_input', 'expiresAt', 'Choose a time in the future')
  const { count } = await tx
    .selectFrom('api_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_KEYS) throw refused(409, 'too_many_keys', 'name', `A shop can have ${MAX_KEYS} API keys`)
  const key = apiKeyPrefix + makeToken()
  const distinct = [...new Set(permissions)]
  const { id } = await tx
    .insertInto('api_key')
    .values({
      config_id: shopId,
      name,
      permissions: distinct,
      read_only: readOnly,
      networks,
      token_hash: hashToken(key),
      ending: key.slice(-4),
      user_id: grantor.userId,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() =>
      refused(409, 'name_taken', 'name', 'There is already an API key of this name'),
    )
  const after = { name, permissions: distinct, readOnly, networks, until: expiresAt?.toISOString() ?? null }
  later(tx, record(tx, { ...write, action: 'create', subject: 'api_key', subjectId: id, after }))
  return { id, key }
}

/** Revokes a key. AppError 404 if there is none. */
export async function revokeApiKey(tx: Transaction, write: WriteContext, id: number): Promise<void> {
  const { shopId } = write
  await lockGrantor(tx, write)
  const {
    name,
    permissions,
    read_only: readOnly,
    networks,
    expires_at,
  } = await tx
    .deleteFrom('api_key')
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .returning(['name', 'permissions', 'read_only', 'networks', 'expires_at'])
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'This API key was already revoked.'))
  const before = { name, permissions, readOnly, networks, until: expires_at?.toISOString() ?? null }
  later(tx, record(tx, { ...write, action: 'delete', subject: 'api_key', subjectId: id, before }))
}

const refused = (status: number, code: string, path: string, message: string) =>
  new AppError(status, code, message, [{ path, message }])
