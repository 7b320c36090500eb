import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import { AppError } from '#server/http/errors.ts'
import { flag, moment, named, namesIn, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { lockStaff } from './roles/permissions.ts'
import { lockCustomer, setDisabled } from './customers/customer.writes.ts'
import { requireRole } from './roles/role.queries.ts'
import { createRole, deleteRole, updateRole } from './roles/role.writes.ts'
import { changeRole } from './staff/staff.writes.ts'
import { lockExistingUser } from './accounts/user.queries.ts'

/** The audit log's nouns about people. Undoing a change passes the same permission checks as making it. */
export const identityAuditSubjects: readonly AuditSubject[] = [
  {
    subject: 'role',
    noun: 'Role',
    permission: 'staff',
    fields: { name: plain('Name'), permissions: plain('Permissions') },
    listNames: namesIn('role', 'name'),
    undo: {
      async read(tx, shopId, id) {
        await lockStaff(tx, shopId)
        const { name, permissions } = await requireRole(tx, shopId, id)
        return { name, permissions }
      },
      async create(tx, write, id, { name, permissions }) {
        await createRole(tx, write, { name: String(name), permissions: permissions as Permission[] }, id)
      },
      update: (tx, write, id, fields) => updateRole(tx, write, id, fields),
      remove: (tx, write, id) => deleteRole(tx, write, id),
    },
  },
  {
    subject: 'staff',
    noun: 'Staff member',
    permission: 'staff',
    fields: { roleId: named('Role', 'role') },
    listNames: namesIn('app_user', 'full_name'),
    undo: {
      async read(tx, shopId, id) {
        await lockStaff(tx, shopId)
        const user = await lockExistingUser(tx, shopId, id)
        if (!user) throw new AppError(404, 'not_found', 'Staff member not found')
        return { roleId: user.role_id }
      },
      update: (tx, write, userId, { roleId }) => changeRole(tx, write, { userId, roleId: Number(roleId) }),
    },
  },
  {
    subject: 'invitation',
    noun: 'Invitation',
    permission: 'staff',
    fields: {
      email: plain('Email'),
      roleId: named('Role', 'role'),
      sentAgain: flag('Resent'),
      until: moment('Valid until'),
    },
    listNames: namesIn('invitation', 'email'),
    undoRefusal: 'Resend or withdraw invitations on the page User roles',
  },
  {
    subject: 'api_key',
    noun: 'API key',
    permission: 'staff',
    fields: {
      name: plain('Name'),
      permissions: plain('Permissions'),
      networks: plain('Networks'),
      until: moment('Valid until'),
    },
    listNames: namesIn('api_key', 'name'),
    undoRefusal: 'Create or revoke API keys on the page API keys',
  },
  {
    subject: 'customer',
    noun: 'Customer',
    permission: 'customers',
    fields: {
      disabled: flag('Disabled'),
      imported: flag('Imported'),
      sessionsEnded: { name: 'Sessions ended', undoRefusal: 'Ended sessions can’t be restored' },
    },
    listNames: namesIn('customer', 'name'),
    undo: {
      async read(tx, shopId, id) {
        const { disabled_at: since } = await lockCustomer(tx, shopId, id)
        return { disabled: since !== null }
      },
      update: (tx, write, id, { disabled }) => setDisabled(tx, write, id, { disabled: disabled === true }),
    },
  },
  {
    subject: 'customer_note',
    noun: 'Customer note',
    permission: 'customers',
    fields: { customerId: named('Customer', 'customer'), author: plain('Written by') },
    async listNames(db, shopId, ids) {
      const { rows } = await sql<{ id: number; name: string }>`
        select n.id, c.name from customer_note n
        join customer c on c.config_id = n.config_id and (c.user_id = n.user_id or c.key = n.customer_key)
        where n.config_id = ${shopId} and n.id = any(${ids})`.execute(db)
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    undoRefusal: 'The audit log doesn’t store the text of notes',
  },
]
