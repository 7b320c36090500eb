import { sql } from 'kysely'
import type { Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { flag, moment, named, plain, type Revertible } from '#server/modules/journal/index.ts'
import { lockStaff } from './authority.ts'
import { lockCustomer, setDisabled } from './customer.writes.ts'
import { requireRole } from './role.queries.ts'
import { createRole, deleteRole, updateRole } from './role.writes.ts'
import { changeRole } from './staff.writes.ts'
import { lockExistingUser } from './user.queries.ts'

/** Names of rows by their ids, from a statement that selects `id` and `name`. */
const namesBy =
  (
    select: (
      configId: number,
      ids: readonly number[],
    ) => ReturnType<typeof sql<{ id: number; name: string }>>,
  ) =>
  async (db: Database, configId: number, ids: readonly number[]): Promise<Map<number, string>> => {
    const { rows } = await select(configId, ids).execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

const listPeople = namesBy(
  (configId, ids) =>
    sql`select id, full_name as name from app_user where config_id = ${configId} and id = any(${ids})`,
)

/** What is decided about people, as the journal shows it and puts it back, under the same guards as any decision. */
export const identityRevertibles: readonly Revertible[] = [
  {
    subject: 'role',
    noun: 'Role',
    permission: 'staff',
    fields: { name: plain('Name'), permissions: plain('May work on') },
    listNames: namesBy(
      (configId, ids) => sql`select id, name from role where config_id = ${configId} and id = any(${ids})`,
    ),
    back: {
      async read(tx, configId, id) {
        await lockStaff(tx, configId)
        const { name, permissions } = await requireRole(tx, configId, id)
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
    noun: 'Member of staff',
    permission: 'staff',
    fields: { roleId: named('Role', 'role') },
    listNames: listPeople,
    back: {
      async read(tx, configId, id) {
        await lockStaff(tx, configId)
        const user = await lockExistingUser(tx, configId, id)
        if (!user) throw new AppError(404, 'not_found', 'There is no such member of staff.')
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
      email: plain('E-mail'),
      roleId: named('Role', 'role'),
      sentAgain: flag('Sent again'),
      until: moment('Valid until'),
    },
    listNames: namesBy(
      (configId, ids) =>
        sql`select id, email as name from invitation where config_id = ${configId} and id = any(${ids})`,
    ),
    fixed: 'An invitation is sent anew, or withdrawn, where roles and staff are',
  },
  {
    subject: 'customer',
    noun: 'Customer',
    permission: 'customers',
    fields: {
      disabled: flag('Disabled'),
      sessionsEnded: { name: 'Sessions ended', kept: 'Sessions that were ended stay ended' },
    },
    listNames: listPeople,
    back: {
      async read(tx, configId, id) {
        const { disabled_at: since } = await lockCustomer(tx, configId, id)
        return { disabled: since !== null }
      },
      update: (tx, write, id, { disabled }) => setDisabled(tx, write, id, { disabled: disabled === true }),
    },
  },
  {
    subject: 'customer_note',
    noun: 'Note about a customer',
    permission: 'customers',
    fields: { customerId: named('Customer', 'customer'), author: plain('Written by') },
    listNames: namesBy(
      (configId, ids) => sql`select n.id, u.full_name as name from customer_note n
        join app_user u on u.config_id = n.config_id and u.id = n.user_id
        where n.config_id = ${configId} and n.id = any(${ids})`,
    ),
    fixed: 'The journal does not know what notes say',
  },
]
