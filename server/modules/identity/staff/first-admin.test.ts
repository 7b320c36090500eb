import { verify } from '@node-rs/argon2'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
beforeEach(async () => {
  await db.deleteFrom('app_user').execute()
})

const admin = { shopId: 1, email: 'admin@example.com' }
const listener = () => vi.fn<(email: string, password?: string) => void>()
const people = () => db.selectFrom('app_user').selectAll().execute()

test('creates one admin, with a password that must be changed', async () => {
  const announce = listener()
  await ensureFirstAdmin(db, admin, announce)
  await ensureFirstAdmin(db, admin, announce)
  const [[email, password = ''] = [''], again] = announce.mock.calls
  expect(again).toEqual([email])
  const [person, ...others] = await people()
  expect(others).toEqual([])
  expect(person).toMatchObject({ config_id: 1, role_id: 1, email, password_change_required: true })
  expect(person!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(person!.password_hash, password)).toBe(true)
})

test('a configured password is not announced and need not be changed', async () => {
  const announce = listener()
  await ensureFirstAdmin(db, { ...admin, password: 'correct horse' }, announce)
  expect(announce.mock.calls).toEqual([['admin@example.com', undefined]])
  const [person] = await people()
  expect(person!.password_change_required).toBe(false)
  expect(await verify(person!.password_hash, 'correct horse')).toBe(true)
})

test('of two concurrent starts, one creates the admin', async () => {
  const announce = listener()
  await Promise.all([ensureFirstAdmin(db, admin, announce), ensureFirstAdmin(db, admin, announce)])
  const passwords = announce.mock.calls.filter(([, password]) => password !== undefined)
  expect(passwords).toHaveLength(1)
  expect(await people()).toHaveLength(1)
})

test('creates no admin if the password could not be announced', async () => {
  const closedTerminal = () => {
    throw new Error('EPIPE')
  }
  await expect(ensureFirstAdmin(db, admin, closedTerminal)).rejects.toThrow('EPIPE')
  expect(await people()).toEqual([])
})

test('does not promote a customer with that email', async () => {
  const customer = { config_id: 1, email: 'Admin@example.com', full_name: 'Asha', password_hash: 'x' }
  await db.insertInto('app_user').values(customer).execute()
  await expect(ensureFirstAdmin(db, admin, listener())).rejects.toThrow('admin@example.com is a customer')
  expect((await people()).map((person) => person.role_id)).toEqual([2])
})
