import { afterAll, expect, it } from 'vitest'
import { later, type Transaction } from '#server/db/connect.ts'
import { createCategory, updateCategory } from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { untilBlocked } from '#test/harness/processes/at-once.ts'
import { findVersion, record, requireVersion, type WriteContext } from './index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

const by = (name: string, shopId = 1): WriteContext => ({ shopId, actor: { id: null, name } })
const write = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)
const subject = 'category'
let names = 0
const newCategory = () => write((tx) => createCategory(tx, by('Asha'), { name: `Category ${++names}` }))
const versionOf = (subjectId: number) => findVersion(db, 1, { subject, subjectId })

/** Saves a name like a form that loaded a version: locks the row, compares the version and writes. */
async function save(
  context: WriteContext,
  id: number,
  version: number | undefined,
  name: string,
): Promise<void> {
  await write(async (tx) => {
    const row = await tx
      .selectFrom('category')
      .select('name')
      .where('config_id', '=', 1)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await requireVersion(tx, context, { subject, subjectId: id, version })
    await tx.updateTable('category').set({ name }).where('config_id', '=', 1).where('id', '=', id).execute()
    const change = { subject, subjectId: id, before: { name: row.name }, after: { name } }
    later(tx, record(tx, { ...context, action: 'update', ...change }))
  })
}

it('the version is the id of the latest entry, or 0', async () => {
  expect(await versionOf(999)).toBe(0)
  const id = await newCategory()
  const first = await versionOf(id)
  await write((tx) => updateCategory(tx, by('Asha'), id, { position: 9 }))
  expect(await versionOf(id)).toBeGreaterThan(first)
  expect(await findVersion(db, 2, { subject, subjectId: id })).toBe(0)
})

it('the second save is refused with the changed fields and their writers', async () => {
  const id = await newCategory()
  const seen = await versionOf(id)
  await write((tx) => updateCategory(tx, by('Asha'), id, { name: 'Hers', position: 3 }))
  await write((tx) => updateCategory(tx, by('Ravi'), id, { name: 'His' }))
  await expect(save(by('Meera'), id, seen, 'Mine')).rejects.toMatchObject({
    status: 409,
    code: 'version_conflict',
    message: expect.stringContaining('Ravi edited this in the meantime') as string,
    issues: [
      { path: 'name', message: 'Changed by Ravi' },
      { path: 'position', message: 'Changed by Asha' },
    ],
  })
  await save(by('Meera'), id, await versionOf(id), 'Mine')
  await save(by('Meera'), id, undefined, 'Mine again')
})

it('changes of other records and shops do not count', async () => {
  const [id, other] = [await newCategory(), await newCategory()]
  const seen = await versionOf(id)
  await write((tx) => updateCategory(tx, by('Asha'), other, { position: 1 }))
  await db.insertInto('shop').values({ config_id: 2, name: 'Elsewhere' }).execute()
  const change = { subject, subjectId: id, before: { name: 'a' }, after: { name: 'b' } }
  await write(async (tx) => record(tx, { ...by('Asha', 2), action: 'update', ...change }))
  await save(by('Ravi'), id, seen, 'Undisturbed')
})

it('of ten concurrent saves one succeeds', async () => {
  const id = await newCategory()
  const seen = await versionOf(id)
  const saves = Array.from({ length: 10 }, (_, n) => save(by(`Editor ${n}`), id, seen, `By editor ${n}`))
  const outcomes = await Promise.allSettled(saves)
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.every(({ reason }) => (reason as { code?: string }).code === 'version_conflict')).toBe(true)
})

it('a save that waited for the lock sees the committed change', async () => {
  const id = await newCategory()
  const seen = await versionOf(id)
  let second: Promise<void> | undefined
  await write(async (tx) => {
    await updateCategory(tx, by('First'), id, { name: 'Committed first' })
    second = save(by('Second'), id, seen, 'Too late')
    second.catch(() => undefined)
    await untilBlocked(db, 1)
  })
  await expect(second).rejects.toMatchObject({ code: 'version_conflict' })
})

it('without the lock both saves would succeed', async () => {
  const id = await newCategory()
  const seen = await versionOf(id)
  await write(async (tx) => {
    await updateCategory(tx, by('First'), id, { name: 'Not yet committed' })
    // Another connection does not see the uncommitted change.
    await write((other) => requireVersion(other, by('Second'), { subject, subjectId: id, version: seen }))
  })
})
