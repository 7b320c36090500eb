import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAddress, exportAccount, getAccount } from '#contract/identity/account.ts'
import { forgotPassword, login, resetPassword } from '#contract/identity/auth.ts'
import {
  addCustomerNote,
  deleteCustomerNote,
  getCustomer,
  getCustomers,
  updateCustomer,
} from '#contract/identity/customer.ts'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import {
  home,
  auditLogOf,
  latestEmail,
  newcomer,
  newUser,
  openElsewhere,
  secret,
  signedIn,
  staffWith,
  stranger,
} from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { countByStatus, times } from '#test/harness/processes/at-once.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  await openElsewhere(db, app)
  staff = await staffWith(db, app, ['customers'], { full_name: 'Kiran' })
})

describe('the list', () => {
  beforeEach(() => db.deleteFrom('app_user').where('role_id', '=', 2).execute())
  const names = async (input = {}) => {
    const { data, total } = (await staff.browser.send(getCustomers, input)).answer
    expect(total).toBeGreaterThanOrEqual(data.length)
    return data.map(({ fullName }) => fullName)
  }
  const add = (full_name: string, columns = {}) => newUser(db, { full_name, ...columns })

  test('contains customers only, in three orders', async () => {
    await add('Zoya', { email: 'b@example.com', created_at: '2026-01-02' })
    await add('asha', { email: 'C@example.com', created_at: '2026-01-01' })
    await add('Ravi', { email: 'a@example.com', created_at: '2026-01-03' })
    await add('Boss', { role_id: 1 })
    await add('Elsewhere', { config_id: 2 })
    expect(await names()).toEqual(['Ravi', 'Zoya', 'asha'])
    expect(await names({ sort: 'name' })).toEqual(['asha', 'Ravi', 'Zoya'])
    expect(await names({ sort: 'email' })).toEqual(['Ravi', 'Zoya', 'asha'])
    expect(await names({ page: 2, limit: 2 })).toEqual(['asha'])
    expect((await staff.browser.send(getCustomers, { limit: 2 })).answer.total).toBe(3)
  })

  test('searches any part of name and email, and filters', async () => {
    await add('Asha Rao', { email: 'asha@one.example', email_verified_at: new Date() })
    await add('50% Off_er', { email: 'o@two.example', disabled_at: new Date() })
    await add('Åsa Straße', { email: 'x@three.example' })
    expect(await names({ q: 'SHA R' })).toEqual(['Asha Rao'])
    expect(await names({ q: ' two.EXAMPLE ' })).toEqual(['50% Off_er'])
    expect(await names({ q: '%' })).toEqual(['50% Off_er'])
    expect(await names({ q: 'f_' })).toEqual(['50% Off_er'])
    expect(await names({ q: '\\' })).toEqual([])
    expect(await names({ q: 'åsa' })).toEqual(['Åsa Straße'])
    expect(await names({ status: 'disabled' })).toEqual(['50% Off_er'])
    expect(await names({ status: 'active', verified: '1' })).toEqual(['Asha Rao'])
    expect(await names({ verified: 'false', status: 'active' })).toEqual(['Åsa Straße'])
  })

  test.each([
    { sort: 'role' },
    { status: 'gone' },
    { verified: 'x' },
    { page: 0 },
    { limit: 101 },
    { role: 1 },
  ])('refuses %j', async (wrong) =>
    expect(await staff.browser.send(getCustomers, wrong)).toMatchObject({ status: 400 }),
  )
})

describe('the customer page', () => {
  test('shows addresses, comments, notes and sessions', async () => {
    const script = '<script>alert(1)</script>'
    const { id, email, browser } = await newcomer(db, app, { full_name: script })
    await browser.send(createAddress, { ...home, pincode: '411001' })
    const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
    const product_id = await db.transaction().execute(async (tx) => {
      const categoryId = await createCategory(tx, context, { name: 'Tableware' })
      return createProduct(tx, context, { name: 'Mug', categoryId, variants: [{ price: 100 }] })
    })
    const comment = { config_id: 1, product_id, user_id: id, author_name: 'Asha' }
    await db
      .insertInto('comment')
      .values([
        { ...comment, body: 'First', rating: 5 },
        { ...comment, body: 'Hidden', status: 'hidden' },
      ])
      .execute()
    await staff.browser.send(addCustomerNote, { id, note: 'Rings twice' })
    const { data } = (await staff.browser.send(getCustomer, { id })).answer
    expect(data).toMatchObject({
      id,
      fullName: script,
      email,
      emailVerified: false,
      disabled: false,
      disabled_at: null,
      sessions: 1,
      addresses: [{ line1: '4 Rose Lane', pincode: '411001' }],
      commentCount: 2,
      notes: [{ note: 'Rings twice', author: 'Kiran' }],
      version: 0,
    })
    expect(data.comments).toContainEqual(
      expect.objectContaining({ comment: 'Hidden', status: 'hidden', productname: 'Mug', product_id }),
    )
    expect(JSON.stringify(data)).not.toMatch(/argon2|hash|token/)
  })

  test('does not show staff or customers of another shop', async () => {
    const people = [staff, await newUser(db, { role_id: 1 }), await newUser(db, { config_id: 2 })]
    for (const { id } of people) {
      expect(await staff.browser.send(getCustomer, { id })).toMatchObject({ status: 404 })
      expect(await staff.browser.send(updateCustomer, { id, disabled: true })).toMatchObject({ status: 404 })
      expect(await staff.browser.send(addCustomerNote, { id, note: 'x' })).toMatchObject({ status: 404 })
    }
    const rows = await db
      .selectFrom('app_user')
      .select('id')
      .where('disabled_at', 'is not', null)
      .where(({ or, eb }) => or([eb('role_id', '!=', 2), eb('config_id', '!=', 1)]))
      .execute()
    expect(rows).toEqual([])
  })
})

describe('disabling an account', () => {
  test('ends every session, voids links and sign-ins, and can be reverted', async () => {
    const { id, email, browser } = await newcomer(db, app)
    const phone = await signedIn(app, email)
    await stranger(app).send(forgotPassword, { email })
    const { token } = (await latestEmail(db, email))!
    expect(await staff.browser.send(updateCustomer, { id, disabled: true })).toMatchObject({
      status: 200,
      message: 'Account disabled',
    })
    for (const tab of [browser, phone]) expect(await tab.send(getAccount)).toMatchObject({ status: 401 })
    const chosen = { password: 'another good one', confirmpassword: 'another good one' }
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject({ status: 400 })
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 401 })
    const { data } = (await staff.browser.send(getCustomer, { id })).answer
    expect(data).toMatchObject({ disabled: true, disabled_at: expect.any(String), sessions: 0 })
    // Disabling again changes nothing.
    await staff.browser.send(updateCustomer, { id, disabled: '1' })
    expect(await staff.browser.send(updateCustomer, { id, disabled: false })).toMatchObject({ status: 200 })
    expect(await browser.send(getAccount)).toMatchObject({ status: 401 })
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 200 })
    const by = { actor_id: staff.id, actor_name: 'Kiran', action: 'update' }
    expect(await auditLogOf(db, 'customer', id)).toMatchObject([
      { ...by, before: { disabled: false }, after: { disabled: true, sessionsEnded: 2 } },
      { ...by, before: { disabled: true }, after: { disabled: false } },
    ])
  })

  test('is refused with an outdated version', async () => {
    const { id } = await newUser(db)
    await staff.browser.send(updateCustomer, { id, disabled: true, version: 0 })
    const late = await staff.browser.send(updateCustomer, { id, disabled: false, version: 0 })
    expect(late).toMatchObject({ status: 409, code: 'version_conflict', issues: [{ path: 'disabled' }, {}] })
  })

  test('8 times at once during sign-ins leaves no session and one audit entry', async () => {
    const { id, email } = await newUser(db)
    const [changes] = await Promise.all([
      times(8, () => staff.browser.send(updateCustomer, { id, disabled: true })),
      times(6, () => stranger(app).send(login, { email, password: secret })),
    ])
    expect(countByStatus(changes)).toEqual({ 200: 8 })
    expect(await db.selectFrom('session').select('id').where('user_id', '=', id).execute()).toEqual([])
    expect(await auditLogOf(db, 'customer', id)).toHaveLength(1)
  })

  test.each([{ disabled: 'x' }, { disabled: null }, { disabled: 2 }, {}, { disabled: true, roleId: 1 }])(
    'refuses %j',
    async (wrong) => {
      const { id } = await newUser(db)
      expect(await staff.browser.send(updateCustomer, { id, ...wrong })).toMatchObject({ status: 400 })
    },
  )
})

describe('a customer note', () => {
  test('names its author; its text is in the export but not in the audit log', async () => {
    const { id, browser } = await newcomer(db, app)
    const { data } = (await staff.browser.send(addCustomerNote, { id, note: '  <b>Pays late</b> ' })).answer
    expect(data).toMatchObject({ note: '<b>Pays late</b>', author: 'Kiran' })
    const exported = (await browser.send(exportAccount)).answer.data['notes']
    expect(exported).toEqual([{ note: '<b>Pays late</b>', created_at: data.created_at }])
    const gone = { id, noteId: data.id }
    expect(await staff.browser.send(deleteCustomerNote, gone)).toMatchObject({ status: 200 })
    expect(await staff.browser.send(deleteCustomerNote, gone)).toMatchObject({ status: 404 })
    expect(await auditLogOf(db, 'customer_note', data.id)).toMatchObject([
      { actor_id: staff.id, action: 'create', before: null, after: { customerId: id } },
      { actor_id: staff.id, action: 'delete', before: { customerId: id, author: 'Kiran' }, after: null },
    ])
  })

  test('is not found under another customer', async () => {
    const [asha, ravi] = [await newUser(db), await newUser(db)]
    const { data } = (await staff.browser.send(addCustomerNote, { id: asha.id, note: 'Hers' })).answer
    const wrong = { id: ravi.id, noteId: data.id }
    expect(await staff.browser.send(deleteCustomerNote, wrong)).toMatchObject({ status: 404 })
    expect((await staff.browser.send(getCustomer, { id: asha.id })).answer.data.notes).toHaveLength(1)
  })

  test.each([
    { note: '' },
    { note: ' ' },
    { note: 1 },
    { note: 'x'.repeat(2001) },
    { note: 'x', author: 'y' },
    {},
  ])('refuses %j', async (wrong) => {
    const { id } = await newUser(db)
    expect(await staff.browser.send(addCustomerNote, { id, ...wrong })).toMatchObject({ status: 400 })
  })
})
