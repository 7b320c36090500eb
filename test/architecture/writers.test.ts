import { describe, expect, it } from 'vitest'
import { projectFiles, read } from '#test/project-files.ts'

const [, listed = ''] = read('server/db/schema.ts').split('export interface DB')
const tables = new Set([...listed.matchAll(/^ {2}(\w+): \w+;/gm)].map(([, table = '']) => table))

/** A restore writes the rows of every table as they were. */
const restore = 'server/modules/export/shop/insert-rows.writes.ts'

const patterns = [
  /recordWrites\(\{\s*table: '(\w+)'/g,
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'/g,
  /\brecordWrites\(\{\s*table: '(\w+)'/g,
  /\b(?:insert into|delete from|merge into)\s+(\w+)/g,
  /\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g,
]

/** The tables that a program writes, by Kysely or in SQL. */
function writtenTables(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = '']) => table))
  return [...new Set(found)].filter((table) => tables.has(table))
}

/** The owner of a file's tables: its module, and in the module of the orders the file itself. */
const ownerOf = (path: string) =>
  path.startsWith('server/modules/orders/') ? path : (/^server\/modules\/[^/]+/.exec(path)?.[0] ?? path)

/** The tables with several owners, with the files that write them. */
function sharedTables(files: Record<string, string>): string[] {
  const writers = Object.entries(files).flatMap(([path, text]) =>
    writtenTables(text).map((table) => ({ table, path })),
  )
  return [...Map.groupBy(writers, ({ table }) => table)]
    .filter(([, list]) => new Set(list.map(({ path }) => ownerOf(path))).size > 1)
    .map(([table, list]) => `${table}: ${list.map(({ path }) => path).join(', ')}`)
}

const programs = projectFiles(['.ts']).filter(
  (path) => path.startsWith('server/') && !path.endsWith('.test.ts') && path !== restore,
)

describe('architecture: a table is written by one module, and a table of an order in one file', () => {
  it('the project follows it', () => {
    const files = Object.fromEntries(programs.map((path) => [path, read(path)]))
    const written = new Set(Object.values(files).flatMap(writtenTables))
    expect(written.size).toBeGreaterThan(60)
    expect(sharedTables(files)).toEqual([])
  })

  it('detects a violation', () => {
    const order = 'await sql`update shop_order set paid = 1`'
    const orders = 'server/modules/orders'
    expect(
      sharedTables({ 'server/modules/cart/cart.writes.ts': order, 'server/modules/tax/tax.ts': order }),
    ).toHaveLength(1)
    expect(sharedTables({ [`${orders}/order/a.ts`]: order, [`${orders}/staff/b.ts`]: order })).toHaveLength(1)
    const kysely = {
      'server/a.ts': "db.deleteFrom('email')",
      'server/modules/email/b.ts': 'insert into email (id)',
    }
    expect(sharedTables(kysely)).toHaveLength(1)
    const records = {
      'server/a.ts': "const banners = recordWrites({\n  table: 'banner',",
      'server/modules/catalog/b.ts': "tx.updateTable('banner')",
    }
    expect(sharedTables(records)).toHaveLength(1)
  })
})
