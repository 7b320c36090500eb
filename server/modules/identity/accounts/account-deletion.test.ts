import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createAddress,
  deleteAccount,
  deleteImage,
  exportAccount,
  getAccount,
} from '#contract/identity/account.ts'
import { login, register, resendVerification } from '#contract/identity/auth.ts'
import { getComments } from '#contract/comments/comment.ts'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import {
  home,
  latestEmail,
  newcomer,
  newUser,
  openElsewhere,
  secret,
  stranger,
} from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'

const { app, db, dataDir, stop } = await testApp()
afterAll(stop)

beforeAll(() => openElsewhere(db, app))

const address = { ...home, pincode: '411001' }

describe('deleting an account', () => {
  let product_id: number
  beforeAll(async () => {
    const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
    await db.transaction().execute(async (tx) => {
      const categoryId = await createCategory(tx, context, { name: 'Tableware' })
      product_id = await createProduct(tx, context, { name: 'Mug', categoryId, variants: [{ price: 100 }] })
    })
  })
  const comment = (user_id: number, body: string) =>
    db
      .insertInto('comment')
      .values({ config_id: 1, product_id, user_id, author_name: 'Asha Rao', body })
      .execute()

  test('the export contains all personal data, and no secret or data of others', async () => {
    const [asha, ravi] = [await newcomer(db, app), await newcomer(db, app)]
    await asha.browser.send(createAddress, address)
    await ravi.browser.send(createAddress, { ...address, line1: 'Of Ravi' })
    await comment(asha.id, 'Lovely glaze')
    await comment(ravi.id, 'From Ravi')
    const { data } = (await asha.browser.send(exportAccount)).answer
    expect(data).toMatchObject({
      account: { id: asha.id, email: asha.email, fullName: 'Asha Rao' },
      addresses: [{ line1: '4 Rose Lane' }],
      sessions: [{ current: true }],
      comments: { written: [{ comment: 'Lovely glaze', product_id }] },
    })
    expect(JSON.stringify(data)).not.toMatch(/Ravi|argon2|token/)
  })

  test('deletes the account with its data and keeps comments without the name', async () => {
    const { id, email, browser } = await newcomer(db, app)
    await browser.send(createAddress, address)
    await comment(id, 'I was here')
    expect(await browser.send(deleteAccount, { password: 'a wrong guess' })).toMatchObject({
      status: 400,
      issues: [{ path: 'password' }],
    })
    expect(await browser.send(deleteAccount, { password: secret })).toMatchObject({ status: 200 })
    expect(browser.cookies.size).toBe(0)
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 401 })
    for (const table of ['session', 'address', 'email_token', 'shopper'] as const)
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).toEqual([])
    const shown = (await stranger(app).send(getComments, { product_id })).answer.data
    expect(shown).toContainEqual(
      expect.objectContaining({ comment: 'I was here', user: 'Former customer', user_id: null }),
    )
    const again = { fullName: 'Asha', gender: 1, email, password: secret, confirmpassword: secret }
    expect(await stranger(app).send(register, again)).toMatchObject({ status: 200 })
  })

  test('deletes the profile image, unless another account uses the same file', async () => {
    const [asha, ravi] = [await newcomer(db, app), await newcomer(db, app)]
    const file = `${'a1'.repeat(10)}.webp`
    const scaled = file.replace('.', '-160.')
    const uploads = join(dataDir, 'uploads')
    await mkdir(uploads, { recursive: true })
    for (const name of [file, scaled]) await writeFile(join(uploads, name), 'x')
    await db.updateTable('app_user').set({ image: file }).execute()
    await asha.browser.send(deleteImage)
    expect((await readdir(uploads)).toSorted()).toEqual([scaled, file])
    await db.updateTable('app_user').set({ image: null }).where('id', '!=', ravi.id).execute()
    await ravi.browser.send(deleteAccount, { password: secret })
    expect(await readdir(uploads)).toEqual([])
  })

  test('deletes emails to the person', async () => {
    const { email, browser } = await newcomer(db, app)
    await browser.send(resendVerification)
    expect((await browser.send(exportAccount)).answer.data['emails']).toMatchObject([{ template: 'welcome' }])
    await browser.send(deleteAccount, { password: secret })
    expect(await latestEmail(db, email)).toBeUndefined()
  })

  test('refuses to delete the last admin who can sign in', async () => {
    const admin = await newcomer(db, app, { role_id: 1 })
    await newUser(db, { role_id: 1, disabled_at: new Date() })
    await newUser(db, { role_id: 1, config_id: 2 })
    const leave = () => admin.browser.send(deleteAccount, { password: secret })
    expect(await leave()).toMatchObject({ status: 409, code: 'last_admin' })
    expect(await admin.browser.send(getAccount)).toMatchObject({ status: 200 })
    await newUser(db, { role_id: 1 })
    expect(await leave()).toMatchObject({ status: 200 })
  })

  test.each([{}, { password: '' }, { password: 1 }, { password: secret, id: 1 }])(
    'refuses %j',
    async (input) => {
      const { browser } = await newcomer(db, app)
      expect(await browser.send(deleteAccount, input)).toMatchObject({ status: 400 })
    },
  )
})
