import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { loadCatalog } from './catalog.ts'
import { measureMethod } from './measure.ts'
import { prepareMethods } from './methods.ts'
import { readJudgments } from './quality.ts'

const { db, drop } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'haat-catalog-'))
afterAll(async () => {
  await drop()
  await rm(folder, { recursive: true, force: true })
})

const lines = [
  {
    id: 'a',
    name: 'Blue  teapot\n',
    description: 'For tea, as is a mug.',
    category: 'Tableware',
    price: '30',
  },
  { id: 7, name: 'Red stoneware mug', category: 'tableware', price: 12.5 },
  { id: 'c', name: 'Oak shelf', price: -1 },
]
const file = join(folder, 'catalog.jsonl')
await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n\n')}\n`)

test('loads a catalog and measures every method', async () => {
  const ids = await loadCatalog(db, file)
  expect([...ids.values()]).toEqual(['a', '7', 'c'])
  const products = await db.selectFrom('product').select(['id', 'name', 'price_from']).orderBy('id').execute()
  expect(products.map(({ id, name, price_from }) => [ids.get(id), name, price_from])).toEqual([
    ['a', 'Blue teapot', 3000],
    ['7', 'Red stoneware mug', 1250],
    ['c', 'Oak shelf', 100],
  ])

  const judgments = readJudgments('mug\t7\t3\nmug\ta\t1\nshelf\tc\t2\nshelf\ta\t0')
  for (const judgedOnly of [false, true]) {
    const [own, ...plain] = await prepareMethods(db)
    expect(plain.map(({ name }) => name)).toEqual(['ILIKE', 'plainto_tsquery', 'BM25'])
    expect(await measureMethod(own, { judgments, ids, judgedOnly })).toMatchObject({ ndcg: 1, recall: 1 })
    for (const method of plain)
      expect(await measureMethod(method, { judgments, ids, judgedOnly })).toMatchObject({ recall: 1 })
  }
})

test('ranks only the judged products on request', async () => {
  const [own, ...plain] = await prepareMethods(db)
  const [{ id: mug }] = (await db
    .selectFrom('product')
    .select('id')
    .where('name', 'like', '%mug')
    .execute()) as [{ id: number }]
  for (const method of [own, ...plain]) {
    expect((await method.search('mug')).length).toBe(2)
    expect(await method.search('mug', [mug])).toEqual([mug])
  }
})
