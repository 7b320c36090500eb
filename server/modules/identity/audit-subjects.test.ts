import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { newcomer, newUser } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import type { Client } from '#test/harness/people/client.ts'
import { setDisabled } from './customers/customer.writes.ts'
import { createRole, deleteRole, updateRole } from './roles/role.writes.ts'
import { changeRole } from './staff/staff.writes.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let admin: Client
let write: { shopId: number; actor: { id: number; name: string } }
let hr: Client

beforeAll(async () => {
  const user = await newcomer(db, app, { role_id: 1 })
  admin = user.browser
  write = { shopId: 1, actor: { id: user.id, name: 'Devika' } }
  const role = { config_id: 1, id: 50, name: 'HR', permissions: ['staff'] }
  await db.insertInto('role').values(role).execute()
  hr = (await newcomer(db, app, { role_id: 50 })).browser
})

const run = <T>(work: (tx: Parameters<typeof createRole>[0]) => Promise<T>) => db.transaction().execute(work)
async function latest(subject: string, id: number) {
  const { answer } = await admin.send(getAudit, { subject, subjectId: String(id) })
  return answer.data[0]!
}
const roleOf = (id: number) =>
  db
    .selectFrom('role')
    .select(['name', 'permissions'])
    .where('config_id', '=', 1)
    .where('id', '=', id)
    .executeTakeFirst()

describe('undoing a change of a role', () => {
  it('restores its permissions, and a deleted role under its id', async () => {
    const id = await run((tx) => createRole(tx, write, { name: 'Helpers', permissions: ['orders'] }))
    await run((tx) => updateRole(tx, write, id, { permissions: ['orders', 'customers'] }))
    const entry = await latest('role', id)
    expect(entry).toMatchObject({
      name: 'Helpers',
      changes: [{ name: 'Permissions', after: ['orders', 'customers'] }],
    })
    expect((await admin.send(undoAudit, { entry: entry.id })).status).toBe(200)
    await run((tx) => deleteRole(tx, write, id))
    expect((await admin.send(undoAudit, { entry: (await latest('role', id)).id })).status).toBe(200)
    expect(await roleOf(id)).toEqual({ name: 'Helpers', permissions: ['orders'] })
  })

  it('is refused for staff who lack the permissions', async () => {
    const id = await run((tx) => createRole(tx, write, { name: 'Owners', permissions: ['settings'] }))
    await run((tx) => updateRole(tx, write, id, { permissions: [] }))
    const { id: entry } = await latest('role', id)
    expect(await hr.send(undoAudit, { entry })).toMatchObject({ status: 403, code: 'above_own_permissions' })
    expect(await roleOf(id)).toMatchObject({ permissions: [] })
  })
})

it('undo restores the role of a staff member, but not for a customer or with fewer permissions', async () => {
  const id = await run((tx) => createRole(tx, write, { name: 'Sellers', permissions: ['orders'] }))
  const { id: userId } = await newUser(db, { role_id: 1 })
  await run((tx) => changeRole(tx, write, { userId, roleId: id }))
  const demoted = await latest('staff', userId)
  expect(demoted.changes).toMatchObject([{ name: 'Role', before: ['Admin'], after: ['Sellers'] }])
  expect((await hr.send(undoAudit, { entry: demoted.id })).status).toBe(403)
  await run((tx) => changeRole(tx, write, { userId, roleId: 2 }))
  const { id: entry } = await latest('staff', userId)
  expect((await admin.send(undoAudit, { entry })).status).toBe(404)
  expect((await admin.send(undoAudit, { entry: demoted.id, overwrite: ['roleId'] })).status).toBe(404)
})

it('undo enables a customer again, and ended sessions stay ended', async () => {
  const { id } = await newUser(db)
  await run((tx) => setDisabled(tx, write, id, { disabled: true }))
  const entry = await latest('customer', id)
  expect(entry).toMatchObject({ noun: 'Customer', name: 'Asha Rao' })
  expect((await admin.send(undoAudit, { entry: entry.id, fields: ['sessionsEnded'] })).status).toBe(409)
  expect((await hr.send(undoAudit, { entry: entry.id })).status).toBe(403)
  expect((await admin.send(undoAudit, { entry: entry.id })).status).toBe(200)
  const row = await db
    .selectFrom('app_user')
    .select('disabled_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.disabled_at).toBeNull()
})
