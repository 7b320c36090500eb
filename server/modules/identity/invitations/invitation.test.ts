import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, getAccount } from '#contract/identity/account.ts'
import { login } from '#contract/identity/auth.ts'
import {
  acceptInvitation,
  copyInvitationLink,
  getInvitations,
  invite,
  joinStaff,
  openInvitation,
  resendInvitation,
  withdrawInvitation,
} from '#contract/identity/invitation.ts'
import { deleteRole, updateRole } from '#contract/identity/role.ts'
import { getStaff, removeStaff } from '#contract/identity/staff.ts'
import {
  auditLogOf,
  latestEmail,
  newcomer,
  newUser,
  openElsewhere,
  secret,
  staffWith,
  stranger,
} from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let admin: Awaited<ReturnType<typeof newcomer>>
let roleId: number
beforeAll(async () => {
  await openElsewhere(db, app)
  admin = await newcomer(db, app, { role_id: 1, full_name: 'Devika' })
  ;({ roleId } = await staffWith(db, app, ['catalog']))
})

let addresses = 0
const nextAddress = () => `invited${++addresses}@example.com`
const tokenTo = async (email: string) => (await latestEmail(db, email))!.token!
async function invited(email = nextAddress(), role = roleId) {
  const { status, answer } = await admin.browser.send(invite, { email, roleId: role })
  expect(status).toBe(200)
  return { email, id: answer.data.id, token: await tokenTo(email) }
}
const words = { fullName: 'Ravi Menon', password: secret, confirmpassword: secret }
const badLink = { status: 400, code: 'invalid_link' }
const personAt = (email: string) =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('config_id', '=', 1)
    .where('email', '=', email)
    .executeTakeFirst()

describe('an invitation', () => {
  test('is emailed, listed and stored without its secret', async () => {
    const { answer, message } = await admin.browser.send(invite, {
      email: ' New.Editor@Example.com ',
      roleId,
    })
    const { id, link } = answer.data
    const token = await tokenTo('new.editor@example.com')
    expect(message).toBe('Email isn’t set up, so nothing was sent')
    expect(link).toMatch(/\/accept-invite\?token=[\w-]{43}$/)
    expect(link).not.toContain(token)
    expect(await latestEmail(db, 'new.editor@example.com')).toMatchObject({ template: 'invitation' })
    const { data } = (await admin.browser.send(getInvitations, { q: 'NEW.EDITOR' })).answer
    expect(data).toMatchObject([
      { id, email: 'new.editor@example.com', role: { id: roleId }, invitedBy: 'Devika', expired: false },
    ])
    const entries = await auditLogOf(db, 'invitation', id)
    const after = { email: 'new.editor@example.com', roleId }
    expect(entries).toMatchObject([{ actor_id: admin.id, action: 'create', after }])
    const { rows } = await sql<{ kept: string }>`select
      (select string_agg(j::text, '') from audit_entry j) || (select string_agg(i::text, '') from invitation i) as kept`.execute(
      db,
    )
    expect(rows[0]!.kept).not.toContain(token)
    expect(JSON.stringify(data)).not.toContain(token)
  })

  test('creates an account with the role and a confirmed email, once', async () => {
    const { email, token } = await invited()
    expect((await stranger(app).send(openInvitation, { token })).answer.data).toMatchObject({
      email,
      invitedBy: 'Devika',
      hasAccount: false,
    })
    expect(await stranger(app).send(acceptInvitation, { token, ...words })).toMatchObject({ status: 200 })
    const user = await personAt(email)
    expect(user).toMatchObject({ role_id: roleId, full_name: 'Ravi Menon', password_change_required: false })
    expect(user!.email_verified_at).not.toBeNull()
    const browser = stranger(app)
    const { answer } = await browser.send(login, { email, password: secret })
    expect(answer.data.user.permissions).toEqual(['catalog'])
    expect(await browser.send(getStaff)).toMatchObject({ status: 403 })
    expect(await stranger(app).send(acceptInvitation, { token, ...words })).toMatchObject(badLink)
    expect(await stranger(app).send(openInvitation, { token })).toMatchObject(badLink)
    const entries = await auditLogOf(db, 'staff', user!.id)
    expect(entries).toMatchObject([{ actor_id: user!.id, before: { roleId: 2 }, after: { roleId } }])
    expect(JSON.stringify(entries)).not.toMatch(/argon|lantern|password/)
  })

  test('gives the role to an existing account that knows its password', async () => {
    const { id, email, browser } = await newcomer(db, app)
    const { token } = await invited(email)
    expect((await stranger(app).send(openInvitation, { token })).answer.data.hasAccount).toBe(true)
    expect(await stranger(app).send(acceptInvitation, { token, ...words })).toMatchObject({
      status: 409,
      code: 'email_taken',
    })
    const wrong = await stranger(app).send(joinStaff, { token, password: 'a wrong guess' })
    expect(wrong).toMatchObject({ status: 400, issues: [{ path: 'password' }] })
    expect(await personAt(email)).toMatchObject({ role_id: 2 })
    expect(await stranger(app).send(joinStaff, { token, password: secret })).toMatchObject({ status: 200 })
    expect(await personAt(email)).toMatchObject({ id, role_id: roleId, full_name: 'Asha Rao' })
    expect((await browser.send(getAccount)).answer.data.permissions).toEqual(['catalog'])
    expect(await stranger(app).send(joinStaff, { token, password: secret })).toMatchObject(badLink)
  })

  test('needs an uncommon password, entered twice', async () => {
    const { email, token } = await invited()
    for (const wrong of [
      { password: 'short', confirmpassword: 'short' },
      { password: 'password123', confirmpassword: 'password123' },
      { password: email, confirmpassword: email },
      { confirmpassword: 'another' },
      { fullName: ' ' },
      { fullName: 1 },
      { roleId: 1 },
      { email: 'x@example.com' },
      { token: 'short' },
      { token: 1 },
    ])
      expect((await stranger(app).send(acceptInvitation, { token, ...words, ...wrong })).status).toBe(400)
    expect(await personAt(email)).toBeUndefined()
  })

  test('is valid for 7 days', async () => {
    const { id, token } = await invited()
    const age = (hours: number) =>
      sql`update invitation set created_at = created_at - ${hours} * interval '1 hour',
        expires_at = expires_at - ${hours} * interval '1 hour' where id = ${id}`.execute(db)
    await age(7 * 24 - 1)
    expect(await stranger(app).send(openInvitation, { token })).toMatchObject({ status: 200 })
    await age(2)
    expect(await stranger(app).send(openInvitation, { token })).toMatchObject(badLink)
    expect(await stranger(app).send(acceptInvitation, { token, ...words })).toMatchObject(badLink)
  })

  test('is resent with a new link that replaces the first, and can be withdrawn', async () => {
    const { id, email, token } = await invited()
    expect(await admin.browser.send(resendInvitation, { id })).toMatchObject({ status: 200 })
    expect(await stranger(app).send(openInvitation, { token })).toMatchObject(badLink)
    const again = await tokenTo(email)
    expect(again).not.toBe(token)
    expect(await stranger(app).send(openInvitation, { token: again })).toMatchObject({ status: 200 })
    expect(await admin.browser.send(withdrawInvitation, { id })).toMatchObject({ status: 200 })
    expect(await stranger(app).send(acceptInvitation, { token: again, ...words })).toMatchObject(badLink)
    for (const call of [withdrawInvitation, resendInvitation])
      expect(await admin.browser.send(call, { id })).toMatchObject({ status: 404 })
    const entries = await auditLogOf(db, 'invitation', id)
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  })

  test('has a second link to copy, which proves no address', async () => {
    const { id, email, token } = await invited()
    const copied = async () =>
      /token=([\w-]+)$/.exec((await admin.browser.send(copyInvitationLink, { id })).answer.data.link)![1]!
    const first = await copied()
    const second = await copied()
    expect(await stranger(app).send(openInvitation, { token: first })).toMatchObject(badLink)
    expect(await stranger(app).send(openInvitation, { token })).toMatchObject({ status: 200 })
    expect(await stranger(app).send(acceptInvitation, { token: second, ...words })).toMatchObject({
      status: 200,
    })
    expect(await personAt(email)).toMatchObject({ role_id: roleId, email_verified_at: null })
    expect(await latestEmail(db, email)).toMatchObject({ template: 'welcome' })
    expect(await stranger(app).send(openInvitation, { token })).toMatchObject(badLink)
    expect(await admin.browser.send(copyInvitationLink, { id })).toMatchObject({ status: 404 })
    expect(JSON.stringify(await auditLogOf(db, 'invitation', id))).not.toContain(second)
  })

  test('works in its own shop only', async () => {
    const { id, token } = await invited()
    const elsewhere = () => stranger(app, 'other.example')
    expect(await elsewhere().send(openInvitation, { token })).toMatchObject(badLink)
    expect(await elsewhere().send(acceptInvitation, { token, ...words })).toMatchObject(badLink)
    const boss = await newUser(db, { config_id: 2, role_id: 1 })
    const browser = elsewhere()
    await browser.send(login, { email: boss.email, password: secret })
    expect((await browser.send(getInvitations)).answer.total).toBe(0)
    for (const call of [withdrawInvitation, resendInvitation, copyInvitationLink])
      expect(await browser.send(call, { id })).toMatchObject({ status: 404 })
    expect(await browser.send(invite, { email: nextAddress(), roleId })).toMatchObject({ status: 404 })
  })
})

describe('inviting is refused', () => {
  test('for staff, invited addresses, the customer role and disabled accounts', async () => {
    const staff = await newUser(db, { role_id: roleId })
    const disabled = await newUser(db, { disabled_at: new Date() })
    const { email } = await invited()
    const send = (input: object) => admin.browser.send(invite, { email: nextAddress(), roleId, ...input })
    expect(await send({ email: staff.email })).toMatchObject({ status: 409, code: 'staff_already' })
    expect(await send({ email: email.toUpperCase() })).toMatchObject({ status: 409, code: 'invited_already' })
    expect(await send({ email: disabled.email })).toMatchObject({ status: 409, code: 'disabled' })
    expect(await send({ roleId: 2 })).toMatchObject({ status: 409, code: 'not_staff' })
    expect(await send({ roleId: 99_999 })).toMatchObject({ status: 404 })
  })

  test('above the own permissions, also when resending or withdrawing', async () => {
    const { browser, roleId: own } = await staffWith(db, app, ['staff'])
    const above = { status: 403, code: 'above_own_permissions' }
    for (const role of [1, roleId])
      expect(await browser.send(invite, { email: nextAddress(), roleId: role })).toMatchObject(above)
    const { id, email } = await invited()
    for (const call of [withdrawInvitation, resendInvitation, copyInvitationLink])
      expect(await browser.send(call, { id })).toMatchObject(above)
    expect(await latestEmail(db, email)).toBeDefined()
    expect(await browser.send(invite, { email: nextAddress(), roleId: own })).toMatchObject({ status: 200 })
  })

  test.each([
    { email: 'x' },
    { email: 1 },
    { email: `${'x'.repeat(250)}@example.com` },
    { roleId: 'x' },
    { roleId: 0 },
    { roleId: null },
    { permissions: ['staff'] },
  ])('%j', async (wrong) => {
    const answer = await admin.browser.send(invite, { email: nextAddress(), roleId, ...wrong })
    expect(answer).toMatchObject({ status: 400 })
  })
})

describe('an invitation depends on its sender', () => {
  async function helper() {
    const asha = await staffWith(db, app, ['staff', 'catalog'])
    const email = nextAddress()
    await asha.browser.send(invite, { email, roleId })
    return { ...asha, token: await tokenTo(email) }
  }
  const open = (token: string) => stranger(app).send(openInvitation, { token })

  test('and ends when the sender leaves, loses permissions or is deleted', async () => {
    const [removed, lesser, gone] = [await helper(), await helper(), await helper()]
    for (const { token } of [removed, lesser, gone]) expect(await open(token)).toMatchObject({ status: 200 })
    await admin.browser.send(removeStaff, { id: removed.id })
    await admin.browser.send(updateRole, { id: lesser.roleId, permissions: ['staff'] })
    await gone.browser.send(deleteAccount, { password: secret })
    for (const { token } of [removed, lesser, gone]) {
      expect(await open(token)).toMatchObject(badLink)
      expect(await stranger(app).send(acceptInvitation, { token, ...words })).toMatchObject(badLink)
    }
  })

  test('and does not demote a person who became an admin', async () => {
    const { id, email } = await newUser(db)
    const { token } = await invited(email)
    await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', id).execute()
    const late = await stranger(app).send(joinStaff, { token, password: secret })
    expect(late).toMatchObject({ status: 409, code: 'staff_already' })
    expect(await personAt(email)).toMatchObject({ role_id: 1 })
  })
})

test('an invitation moves to the replacement of a deleted role, or ends if that is Customer', async () => {
  const { roleId: from } = await staffWith(db, app, ['orders'])
  await db.updateTable('app_user').set({ role_id: 2 }).where('role_id', '=', from).execute()
  const { email, token } = await invited(nextAddress(), from)
  expect(await admin.browser.send(deleteRole, { id: from })).toMatchObject({
    status: 409,
    message: expect.stringContaining('1 is invited to it'),
  })
  await admin.browser.send(deleteRole, { id: from, moveTo: roleId })
  await stranger(app).send(acceptInvitation, { token, ...words })
  expect(await personAt(email)).toMatchObject({ role_id: roleId })

  const { roleId: other } = await staffWith(db, app, ['orders'])
  const { token: ended } = await invited(nextAddress(), other)
  expect(await admin.browser.send(deleteRole, { id: other, moveTo: 2 })).toMatchObject({ status: 200 })
  expect(await stranger(app).send(openInvitation, { token: ended })).toMatchObject(badLink)
})
