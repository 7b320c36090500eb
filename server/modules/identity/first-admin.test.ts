import { verify } from '@node-rs/argon2'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
beforeEach(async () => {
  await db.deleteFrom('app_user').execute()
})

const admin = { configId: 1, email: 'admin@example.com' }
const listener = () => vi.fn<(email: string, password: string) => void>()
const people = () => db.selectFrom('app_user').selectAll().execute()

test('an admin is made once, with a password to be changed', async () => {
  const announce = listener()
  await ensureFirstAdmin(db, admin, announce)
  await ensureFirstAdmin(db, admin, announce)
  expect(announce).toHaveBeenCalledOnce()
  const [email, password] = announce.mock.calls[0]!
  const [person, ...others] = await people()
  expect(others).toEqual([])
  expect(person).toMatchObject({ config_id: 1, role_id: 1, email, password_change_required: true })
  expect(person!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(person!.password_hash, password)).toBe(true)
})

test('a given password is neither told nor to be changed', async () => {
  const announce = listener()
  await ensureFirstAdmin(db, { ...admin, password: 'correct horse' }, announce)
  expect(announce).not.toHaveBeenCalled()
  const [person] = await people()
  expect(person!.password_change_required).toBe(false)
  expect(await verify(person!.password_hash, 'correct horse')).toBe(true)
})

test('of two starts at once, one makes the admin', async () => {
  const announce = listener()
  await Promise.all([ensureFirstAdmin(db, admin, announce), ensureFirstAdmin(db, admin, announce)])
  expect(announce).toHaveBeenCalledOnce()
  expect(await people()).toHaveLength(1)
})

test('where the password could not be told, there is no admin', async () => {
  const closedTerminal = () => {
    throw new Error('EPIPE')
  }
  await expect(ensureFirstAdmin(db, admin, closedTerminal)).rejects.toThrow('EPIPE')
  expect(await people()).toEqual([])
})

test('a customer of that address is not promoted', async () => {
  const customer = { config_id: 1, email: 'Admin@example.com', full_name: 'Asha', password_hash: 'x' }
  await db.insertInto('app_user').values(customer).execute()
  await expect(ensureFirstAdmin(db, admin, listener())).rejects.toThrow('admin@example.com is a customer')
  expect((await people()).map((person) => person.role_id)).toEqual([2])
})
