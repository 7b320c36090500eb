import { permissions as allPermissions } from '#contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, deleteRole, getRole, getRoles, updateRole } from '#contract/identity/role.ts'
import {
  auditLogOf,
  newcomer,
  newUser,
  openElsewhere,
  signedIn,
  staffWith,
} from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { wrongNumbers } from '#test/harness/hostile/wrong-values.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let admin: Awaited<ReturnType<typeof newcomer>>
beforeAll(async () => {
  await openElsewhere(db, app)
  admin = await newcomer(db, app, { role_id: 1, full_name: 'Devika' })
})

let names = 0
async function make(permissions: string[] = ['catalog'], name = `Editor ${++names}`): Promise<number> {
  const { status, answer } = await admin.browser.send(createRole, { name, permissions })
  expect(status).toBe(200)
  return answer.data.id
}
const roleRow = (id: number) =>
  db.selectFrom('role').selectAll().where('config_id', '=', 1).where('id', '=', id).executeTakeFirst()

test('lists roles with permissions, number of members and whether the caller may grant them', async () => {
  const id = await make(['orders', 'catalog', 'orders'], '<img src=x onerror=alert(1)>')
  await newUser(db, { role_id: id })
  const { data, total } = (await admin.browser.send(getRoles)).answer
  expect(total).toBe(data.length)
  expect(data[0]).toMatchObject({ id: 1, name: 'Admin', members: 1, fixed: true, grantable: true })
  expect(data[0]!.permissions).toHaveLength(allPermissions.length)
  expect(data[1]).toMatchObject({ id: 2, name: 'Customer', permissions: [], fixed: true })
  expect(data.find((role) => role.id === id)).toMatchObject({
    name: '<img src=x onerror=alert(1)>',
    permissions: ['catalog', 'orders'],
    members: 1,
    invited: 0,
    fixed: false,
  })
  expect((await admin.browser.send(getRole, { id })).answer.data).toEqual(data.find((role) => role.id === id))
  expect(await admin.browser.send(getRole, { id: 999_999 })).toMatchObject({ status: 404 })
  const found = (await admin.browser.send(getRoles, { q: 'ONERROR', sort: 'name' })).answer
  expect(found).toMatchObject({ total: 1, data: [{ id }] })
  const asha = await staffWith(db, app, ['staff', 'catalog'])
  const seen = (await asha.browser.send(getRoles)).answer.data
  expect(seen.find((role) => role.id === 1)).toMatchObject({ grantable: false })
  expect(seen.find((role) => role.id === id)).toMatchObject({ grantable: false })
  expect(seen.find((role) => role.id === asha.roleId)).toMatchObject({ grantable: true })
  const elsewhere = await newUser(db, { config_id: 2, role_id: 1 })
  const other = await signedIn(app, elsewhere.email, 'other.example')
  expect((await other.send(getRoles)).answer).toMatchObject({ total: 2 })
})

test('a change applies to the next request, and the audit log stores the difference', async () => {
  const id = await make(['catalog'], 'Helper')
  const { browser } = await newcomer(db, app, { role_id: id })
  expect(await browser.send(getRoles)).toMatchObject({ status: 403 })
  const { data } = (await admin.browser.send(getRoles, { q: 'Helper' })).answer
  const change = { id, permissions: ['staff', 'catalog'], version: data[0]!.version }
  expect(await admin.browser.send(updateRole, change)).toMatchObject({ status: 200 })
  expect(await browser.send(getRoles)).toMatchObject({ status: 200 })
  const late = await admin.browser.send(updateRole, { ...change, name: 'Late' })
  expect(late).toMatchObject({ status: 409, code: 'version_conflict', issues: [{ path: 'permissions' }] })
  await admin.browser.send(updateRole, { id, name: 'Right hand' })
  expect(await auditLogOf(db, 'role', id)).toMatchObject([
    { actor_id: admin.id, action: 'create', after: { name: 'Helper', permissions: ['catalog'] } },
    {
      actor_name: 'Devika',
      action: 'update',
      before: { permissions: ['catalog'] },
      after: { permissions: ['catalog', 'staff'] },
    },
    { action: 'update', before: { name: 'Helper' }, after: { name: 'Right hand' } },
  ])
})

test('a role in use is deleted only with a replacement', async () => {
  const [from, to] = [await make(['catalog'], 'From'), await make(['orders'])]
  const members = [await newUser(db, { role_id: from }), await newUser(db, { role_id: from })]
  expect(await admin.browser.send(deleteRole, { id: from })).toMatchObject({
    status: 409,
    code: 'in_use',
    message: '2 people have the role From. Please choose their new role.',
    issues: [{ path: 'moveTo' }],
  })
  expect(await admin.browser.send(deleteRole, { id: from, moveTo: from })).toMatchObject({ status: 400 })
  expect(await admin.browser.send(deleteRole, { id: from, moveTo: 99_999 })).toMatchObject({ status: 404 })
  expect(await roleRow(from)).toBeDefined()
  expect(await admin.browser.send(deleteRole, { id: from, moveTo: to })).toMatchObject({ status: 200 })
  expect(await roleRow(from)).toBeUndefined()
  const entries = await Promise.all(members.map(({ id }) => auditLogOf(db, 'staff', id)))
  expect(entries).toMatchObject([
    [{ before: { roleId: from }, after: { roleId: to } }],
    [{ before: { roleId: from }, after: { roleId: to } }],
  ])
  expect(entries[0]![0]!.job).toBe(entries[1]![0]!.job)
  expect(entries[0]![0]!.job).toMatch(/^[\da-f-]{36}$/)
  expect(await admin.browser.send(deleteRole, { id: to, moveTo: 2 })).toMatchObject({ status: 200 })
  const rows = await db
    .selectFrom('app_user')
    .select('role_id')
    .where(
      'id',
      'in',
      members.map(({ id }) => id),
    )
    .execute()
  expect(rows).toEqual([{ role_id: 2 }, { role_id: 2 }])
})

test('a new role never reuses the id of a deleted one', async () => {
  const id = await make()
  await admin.browser.send(deleteRole, { id })
  expect(await make()).toBeGreaterThan(id)
})

describe('staff cannot grant or revoke permissions that they lack', () => {
  test('with the permission staff only', async () => {
    const [more, same] = [await make(['catalog']), await make(['staff'])]
    const { browser, roleId } = await staffWith(db, app, ['staff'])
    const above = { status: 403, code: 'above_own_permissions' }
    expect(await browser.send(createRole, { name: 'X', permissions: ['catalog'] })).toMatchObject(above)
    expect(await browser.send(updateRole, { id: same, permissions: ['staff', 'orders'] })).toMatchObject(
      above,
    )
    expect(await browser.send(updateRole, { id: more, permissions: ['staff'] })).toMatchObject(above)
    expect(await browser.send(updateRole, { id: more, name: 'Taken over' })).toMatchObject(above)
    expect(await browser.send(deleteRole, { id: more })).toMatchObject(above)
    await newUser(db, { role_id: same })
    for (const moveTo of [1, more])
      expect(await browser.send(deleteRole, { id: same, moveTo })).toMatchObject(above)
    expect(await browser.send(updateRole, { id: roleId, permissions: ['staff', 'orders'] })).toMatchObject(
      above,
    )
    expect(await roleRow(more)).toMatchObject({ permissions: ['catalog'] })
    expect(await browser.send(updateRole, { id: same, name: 'Renamed' })).toMatchObject({ status: 200 })
    expect(await browser.send(createRole, { name: 'Y', permissions: ['staff'] })).toMatchObject({
      status: 200,
    })
  })

  test('nor change the permissions of their own role, only its name', async () => {
    const { browser, roleId: id } = await staffWith(db, app, ['staff', 'orders'])
    const own = { status: 409, code: 'own_role' }
    expect(await browser.send(updateRole, { id, permissions: ['staff'] })).toMatchObject(own)
    expect(await browser.send(deleteRole, { id, moveTo: 2 })).toMatchObject(own)
    const renamed = { id, name: 'Ours', permissions: ['orders', 'staff'] }
    expect(await browser.send(updateRole, renamed)).toMatchObject({ status: 200 })
  })
})

test.each([1, 2])('role %i cannot be changed', async (id) => {
  const fixed = { status: 409, code: 'fixed_role' }
  expect(await admin.browser.send(updateRole, { id, name: 'Mine' })).toMatchObject(fixed)
  expect(await admin.browser.send(updateRole, { id, permissions: ['staff'] })).toMatchObject(fixed)
  expect(await admin.browser.send(deleteRole, { id, moveTo: 2 })).toMatchObject(fixed)
})

test('a name is unique within a shop', async () => {
  const id = await make(['catalog'], 'Once')
  const taken = { status: 409, code: 'name_taken', issues: [{ path: 'name' }] }
  const again = { name: ' Once ', permissions: ['catalog'] }
  expect(await admin.browser.send(createRole, again)).toMatchObject(taken)
  expect(await admin.browser.send(updateRole, { id, name: 'Admin' })).toMatchObject(taken)
})

test('roles of another shop are not found', async () => {
  const role = { config_id: 2, id: 900, name: 'Theirs', permissions: ['catalog'] }
  await db.insertInto('role').values(role).execute()
  expect(await admin.browser.send(updateRole, { id: 900, name: 'Ours' })).toMatchObject({ status: 404 })
  expect(await admin.browser.send(deleteRole, { id: 900 })).toMatchObject({ status: 404 })
  const mine = await make()
  await newUser(db, { role_id: mine })
  expect(await admin.browser.send(deleteRole, { id: mine, moveTo: 900 })).toMatchObject({ status: 404 })
})

test.each([
  { name: '' },
  { name: ' ' },
  { name: 1 },
  { name: 'x'.repeat(201) },
  { permissions: [] },
  { permissions: ['everything'] },
  { permissions: 'catalog' },
  { permissions: null },
  { id: 5 },
])('refuses %j', async (wrong) => {
  const before = (await admin.browser.send(getRoles)).answer.total
  const input = { name: `Wrong ${++names}`, permissions: ['catalog'], ...wrong }
  expect(await admin.browser.send(createRole, input)).toMatchObject({ status: 400 })
  expect((await admin.browser.send(getRoles)).answer.total).toBe(before)
})

test('refuses invalid ids and versions', async () => {
  const id = await make()
  for (const wrong of wrongNumbers) {
    if (wrong === null) continue
    expect((await admin.browser.send(deleteRole, { id, moveTo: wrong })).status, JSON.stringify(wrong)).toBe(
      400,
    )
  }
  for (const version of [-1, 1.5, 'x', true, null, [], {}])
    expect((await admin.browser.send(updateRole, { id, name: 'X', version })).status).toBe(400)
  expect(await roleRow(id)).toBeDefined()
})
