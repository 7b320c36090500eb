import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole } from '#contract/identity/role.ts'
import { getStaff, getStaffMember, removeStaff, updateStaff } from '#contract/identity/staff.ts'
import { auditLogOf, newcomer, newUser, openElsewhere, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { wrongNumbers } from '#test/harness/hostile/wrong-values.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let admin: Awaited<ReturnType<typeof newcomer>>
let editors: number
let clerks: number
beforeAll(async () => {
  await openElsewhere(db, app)
  admin = await newcomer(db, app, { role_id: 1, full_name: 'Devika' })
  editors = await make('Editor', ['catalog'])
  clerks = await make('Clerk', ['orders'])
})

async function make(name: string, permissions: string[]): Promise<number> {
  return (await admin.browser.send(createRole, { name, permissions })).answer.data.id
}
const roleOf = async (id: number) =>
  (await db.selectFrom('app_user').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()).role_id

test('lists staff with roles, without customers and other shops', async () => {
  const script = '<script>alert(1)</script>'
  const asha = await newcomer(db, app, { role_id: editors, full_name: script })
  const customer = await newUser(db)
  await newUser(db, { config_id: 2, role_id: 1 })
  const { data, total } = (await admin.browser.send(getStaff)).answer
  expect(total).toBe(2)
  expect(data.map(({ id }) => id)).not.toContain(customer.id)
  expect(data).toMatchObject([
    { id: asha.id, fullName: script, role: { id: editors, name: 'Editor' }, changeable: true },
    { id: admin.id, role: { id: 1, name: 'Admin' }, changeable: false, seen_at: expect.any(String) },
  ])
  expect((await admin.browser.send(getStaffMember, { id: asha.id })).answer.data).toEqual(data[0])
  expect(await admin.browser.send(getStaffMember, { id: customer.id })).toMatchObject({ status: 404 })
  const find = async (input: object) => (await admin.browser.send(getStaff, input)).answer
  expect(await find({ q: 'SCRIPT' })).toMatchObject({ total: 1, data: [{ id: asha.id }] })
  expect(await find({ q: '%' })).toMatchObject({ total: 0 })
  expect(await find({ role: 1 })).toMatchObject({ total: 1, data: [{ id: admin.id }] })
  expect(await find({ sort: 'email', limit: 1, page: 2 })).toMatchObject({ total: 2 })
  for (const wrong of [{ sort: 'role' }, { role: 'x' }, { page: 0 }, { limit: 101 }, { all: 1 }])
    expect(await admin.browser.send(getStaff, wrong)).toMatchObject({ status: 400 })
})

test('a new role applies to the next request; a removed member stays signed in as a customer', async () => {
  const { id, browser } = await newcomer(db, app, { role_id: 1 })
  expect(await browser.send(getStaff)).toMatchObject({ status: 200 })
  expect(await admin.browser.send(updateStaff, { id, roleId: editors })).toMatchObject({ status: 200 })
  expect(await browser.send(getStaff)).toMatchObject({ status: 403, code: 'not_allowed' })
  expect(await admin.browser.send(removeStaff, { id })).toMatchObject({ status: 200 })
  expect(await roleOf(id)).toBe(2)
  const by = { actor_id: admin.id, actor_name: 'Devika', action: 'update' }
  expect(await auditLogOf(db, 'staff', id)).toMatchObject([
    { ...by, before: { roleId: 1 }, after: { roleId: editors } },
    { ...by, before: { roleId: editors }, after: { roleId: 2 } },
  ])
  expect(await admin.browser.send(removeStaff, { id })).toMatchObject({ status: 404 })
  expect(await admin.browser.send(updateStaff, { id, roleId: 1 })).toMatchObject({ status: 404 })
  expect(await roleOf(id)).toBe(2)
})

test('refuses a save with an outdated version', async () => {
  const { id } = await newUser(db, { role_id: editors })
  const version = 0
  await admin.browser.send(updateStaff, { id, roleId: clerks })
  expect(await admin.browser.send(updateStaff, { id, roleId: 1, version })).toMatchObject({
    status: 409,
    code: 'version_conflict',
  })
  expect(await roleOf(id)).toBe(clerks)
})

describe('staff cannot', () => {
  test('change their own role', async () => {
    const { id } = admin
    const own = { status: 409, code: 'own_role' }
    expect(await admin.browser.send(updateStaff, { id, roleId: 2 })).toMatchObject(own)
    expect(await admin.browser.send(removeStaff, { id })).toMatchObject(own)
    const asha = await staffWith(db, app, ['staff'])
    expect(await asha.browser.send(updateStaff, { id: asha.id, roleId: 1 })).toMatchObject(own)
  })

  test('grant or revoke permissions that they lack', async () => {
    const asha = await staffWith(db, app, ['staff', 'catalog'])
    const [editor, clerk] = [await newUser(db, { role_id: editors }), await newUser(db, { role_id: clerks })]
    const above = { status: 403, code: 'above_own_permissions' }
    for (const roleId of [1, clerks])
      expect(await asha.browser.send(updateStaff, { id: editor.id, roleId })).toMatchObject(above)
    for (const { id } of [clerk, admin]) {
      expect(await asha.browser.send(updateStaff, { id, roleId: editors })).toMatchObject(above)
      expect(await asha.browser.send(removeStaff, { id })).toMatchObject(above)
    }
    const { data } = (await asha.browser.send(getStaff, { limit: 100 })).answer
    const changeable = data.filter((member) => member.changeable).map(({ id }) => id)
    expect(changeable).toContain(editor.id)
    expect(changeable).not.toContain(clerk.id)
    const given = { id: editor.id, roleId: asha.roleId }
    expect(await asha.browser.send(updateStaff, given)).toMatchObject({ status: 200 })
    expect(await asha.browser.send(removeStaff, { id: editor.id })).toMatchObject({ status: 200 })
    expect([await roleOf(clerk.id), await roleOf(admin.id)]).toEqual([clerks, 1])
  })
})

test('people and roles of another shop are not found', async () => {
  const theirs = await newUser(db, { config_id: 2, role_id: 1 })
  const { id } = await newUser(db, { role_id: editors })
  await db
    .insertInto('role')
    .values({ config_id: 2, id: 800, name: 'Theirs', permissions: ['catalog'] })
    .execute()
  expect(await admin.browser.send(updateStaff, { id: theirs.id, roleId: 2 })).toMatchObject({ status: 404 })
  expect(await admin.browser.send(removeStaff, { id: theirs.id })).toMatchObject({ status: 404 })
  expect(await admin.browser.send(updateStaff, { id, roleId: 800 })).toMatchObject({ status: 404 })
  expect([await roleOf(theirs.id), await roleOf(id)]).toEqual([1, editors])
})

test('refuses invalid ids and unknown fields', async () => {
  const { id } = await newUser(db, { role_id: editors })
  for (const wrong of wrongNumbers)
    expect((await admin.browser.send(updateStaff, { id, roleId: wrong })).status, JSON.stringify(wrong)).toBe(
      400,
    )
  for (const wrong of ['x', '0', '-1', '1.5', '2147483648'])
    expect((await admin.browser.send(removeStaff, { id: wrong })).status, wrong).toBe(400)
  const more = { id, roleId: clerks, permissions: ['staff'] }
  expect(await admin.browser.send(updateStaff, more)).toMatchObject({ status: 400 })
  expect(await roleOf(id)).toBe(editors)
})
