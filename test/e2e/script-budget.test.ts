import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { root } from '#test/project-files.ts'
import { shopUrl } from './support/page.ts'
import { findProduct } from './support/catalog.ts'

// Decision 028 says where the bytes go, and how a budget is met again.

/** Bytes of JavaScript, as brotli, that each page may load first. The target is 95 kB: home keeps to it, the others do not yet. */
const budgets: [page: string, path: () => Promise<string> | string, maxBytes: number][] = [
  ['home', () => links.home(), 93_000],
  ['all products', () => links.products(), 96_000],
  ['a category', () => links.listing('furniture'), 96_000],
  ['a product', async () => links.product((await findProduct(() => true)).productid), 99_500],
]

const client = join(root, 'build', 'client')

/** What each script consists of: bytes by module before compression. `vite.config.ts` writes it. */
type ScriptModules = Record<string, Record<string, number>>

it.each(budgets)('%s keeps to its budget of JavaScript', async (_page, path, maxBytes) => {
  const html = await (await fetch(shopUrl + (await path()))).text()
  const scripts = new Set(Array.from(html.matchAll(/"\/(assets\/[\w.-]+\.js)"/g), ([, file = '']) => file))
  expect(scripts.size).toBeGreaterThan(4)
  const contents = JSON.parse(
    await readFile(join(client, '.vite/script-modules.json'), 'utf8'),
  ) as ScriptModules

  let total = 0
  const modules: [bytes: number, name: string][] = []
  for (const script of scripts) {
    const { size } = await stat(join(client, `${script}.br`))
    total += size
    const parts = Object.entries(contents[script] ?? {})
    const sum = parts.reduce((before, [, bytes]) => before + bytes, 0)
    for (const [name, bytes] of parts) modules.push([(bytes / sum) * size, name])
  }
  const grown = await growth(modules)
  expect(
    total,
    `${total} bytes of ${maxBytes}. Since the last record have grown:\n${grown}`,
  ).toBeLessThanOrEqual(maxBytes)
})

const record = join(import.meta.dirname, 'support', 'script-sizes.json')

/** The modules that have grown most since `script-sizes.json` was written, with bytes. */
async function growth(modules: readonly [bytes: number, name: string][]): Promise<string> {
  const before = JSON.parse(await readFile(record, 'utf8')) as Record<string, number>
  return modules
    .map(([bytes, name]): [number, string] => [Math.round(bytes) - (before[name] ?? 0), name])
    .filter(([bytes]) => bytes > 40)
    .toSorted(([a], [b]) => b - a)
    .slice(0, 15)
    .map(([bytes, name]) => `  +${bytes} ${name}`)
    .join('\n')
}
