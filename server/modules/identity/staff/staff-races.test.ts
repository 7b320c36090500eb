import { afterAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/identity/account.ts'
import { acceptInvitation, invite, withdrawInvitation } from '#contract/identity/invitation.ts'
import { createRole, deleteRole, updateRole } from '#contract/identity/role.ts'
import { removeStaff, updateStaff } from '#contract/identity/staff.ts'
import { latestEmail, newcomer, newUser, secret, staffWith, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { countByStatus, times, untilBlocked } from '#test/harness/processes/at-once.ts'

// Other tests cover rate limits. The app has its own connections, because all of them wait at times.
const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' }, through: (url) => url })
afterAll(stop)

const admins = () =>
  db.selectFrom('app_user').select('id').where('role_id', '=', 1).where('disabled_at', 'is', null).execute()

/** Holds calls just before their permission check and then lets all continue at once. */
async function together<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const [waiting] = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('shop').select('config_id').forUpdate().execute()
    const started = calls.map((call) => call())
    await untilBlocked(db, calls.length)
    return [Promise.all(started)] as const
  })
  return waiting
}

async function twoAdmins() {
  await db.updateTable('app_user').set({ role_id: 2 }).execute()
  return [await newcomer(db, app, { role_id: 1 }), await newcomer(db, app, { role_id: 1 })] as const
}

test('of two admins who demote each other at once, one remains', async () => {
  const [one, other] = await twoAdmins()
  const answers = await together([
    () => one.browser.send(removeStaff, { id: other.id }),
    () => other.browser.send(removeStaff, { id: one.id }),
  ])
  expect(countByStatus(answers)).toEqual({ 200: 1, 403: 1 })
  expect(await admins()).toHaveLength(1)
})

test('of an admin who leaves and one who demotes them, one remains', async () => {
  for (const round of [1, 2]) {
    const [one, other] = await twoAdmins()
    const calls = [
      () => one.browser.send(deleteAccount, { password: secret }),
      () => one.browser.send(removeStaff, { id: other.id }),
      () => other.browser.send(removeStaff, { id: one.id }),
    ]
    const answers = await together(round === 1 ? calls : calls.toReversed())
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect(await admins()).toHaveLength(1)
  }
})

test('of four admins who demote each other in a circle, at least one remains and none deadlocks', async () => {
  const circle = [...(await twoAdmins()), ...(await times(2, () => newcomer(db, app, { role_id: 1 })))]
  const answers = await together(
    circle.map(({ browser }, n) => () => {
      const { id } = circle[(n + 1) % circle.length]!
      return browser.send(updateStaff, { id, roleId: 2 })
    }),
  )
  expect(answers.every(({ status }) => [200, 403].includes(status))).toBe(true)
  expect((await admins()).length).toBeGreaterThanOrEqual(1)
})

test('staff who lose the permission during a call change nothing', async () => {
  const [admin] = await twoAdmins()
  const helper = await staffWith(db, app, ['staff', 'catalog'])
  const target = await newUser(db, { role_id: helper.roleId })
  // The lock queue keeps the order of the calls.
  const [waiting] = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('shop').select('config_id').forUpdate().execute()
    const first = admin.browser.send(updateRole, { id: helper.roleId, permissions: ['staff'] })
    await untilBlocked(db, 1)
    const second = helper.browser.send(createRole, { name: 'Late', permissions: ['catalog'] })
    await untilBlocked(db, 2)
    const third = admin.browser.send(removeStaff, { id: helper.id })
    await untilBlocked(db, 3)
    const fourth = helper.browser.send(removeStaff, { id: target.id })
    await untilBlocked(db, 4)
    return [Promise.all([first, second, third, fourth])] as const
  })
  const statuses = (await waiting).map(({ status }) => status)
  expect(statuses).toEqual([200, 403, 200, 403])
})

test('nobody is left without a role when it is deleted while people get it', async () => {
  const [admin] = await twoAdmins()
  const other = await newcomer(db, app, { role_id: 1 })
  const input = { name: 'Short-lived', permissions: ['catalog'] }
  const { id } = (await admin.browser.send(createRole, input)).answer.data
  const { roleId } = await staffWith(db, app, ['orders'])
  const people = await times(3, () => newUser(db, { role_id: roleId }))
  const answers = await together([
    ...people.map((one) => () => other.browser.send(updateStaff, { id: one.id, roleId: id })),
    () => admin.browser.send(deleteRole, { id, moveTo: 2 }),
  ])
  expect(answers.at(-1)).toMatchObject({ status: 200 })
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
  expect(await db.selectFrom('app_user').select('id').where('role_id', '=', id).execute()).toEqual([])
})

test('of 8 concurrent acceptances of an invitation, one creates an account', async () => {
  const [admin] = await twoAdmins()
  const { roleId } = await staffWith(db, app, ['catalog'])
  const email = 'eager.editor@example.com'
  await admin.browser.send(invite, { email, roleId })
  const { token } = (await latestEmail(db, email))!
  const words = { fullName: 'Ravi', password: secret, confirmpassword: secret }
  const answers = await times(8, () => stranger(app).send(acceptInvitation, { token, ...words }))
  expect(countByStatus(answers)).toEqual({ 200: 1, 400: 7 })
  expect(await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toHaveLength(1)
})

test('withdrawing an invitation during its acceptance has one winner', async () => {
  const [admin] = await twoAdmins()
  const { roleId } = await staffWith(db, app, ['catalog'])
  for (const n of [1, 2, 3]) {
    const email = `undecided${n}@example.com`
    const { id } = (await admin.browser.send(invite, { email, roleId })).answer.data
    const { token } = (await latestEmail(db, email))!
    const words = { fullName: 'Ravi', password: secret, confirmpassword: secret }
    const [accepted, withdrawn] = await Promise.all([
      stranger(app).send(acceptInvitation, { token, ...words }),
      admin.browser.send(withdrawInvitation, { id }),
    ])
    const made = await db.selectFrom('app_user').select('id').where('email', '=', email).execute()
    expect([accepted.status, withdrawn.status]).toEqual(made.length === 1 ? [200, 404] : [400, 200])
  }
})

test('8 concurrent invitations of one address create one invitation and one email', async () => {
  const [admin] = await twoAdmins()
  const { roleId } = await staffWith(db, app, ['catalog'])
  const email = 'wanted@example.com'
  const answers = await times(8, () => admin.browser.send(invite, { email, roleId }))
  expect(countByStatus(answers)).toEqual({ 200: 1, 409: 7 })
  expect(await db.selectFrom('email').select('id').where('recipient', '=', email).execute()).toHaveLength(1)
})
