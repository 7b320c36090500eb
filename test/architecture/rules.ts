import { existsSync } from 'node:fs'
import type { ParamPattern, TSType } from 'oxc-parser'
import { read, root } from '#test/project-files.ts'
import type { Source } from './parse.ts'

/** An architecture rule that the linter cannot express. */
export interface Rule {
  name: string
  /** What breaks the rule in this file, in words. */
  broken: (source: Source) => string[]
  /** Files that break the rule, as path and text. They prove that the rule can fail. */
  example: Record<string, string>
}

const isTest = (path: string) => path.endsWith('.test.ts') || path.endsWith('.test.tsx')

/** A rule about imports: reports the imports of files matching `from` that `allowed` rejects. */
function importRule(
  name: string,
  from: RegExp,
  allowed: (to: string, from: string) => boolean,
  example: Record<string, string>,
): Rule {
  return {
    name,
    example,
    broken: ({ path, imports }) =>
      from.test(path) ? imports.filter((to) => !allowed(to, path)).map((to) => `imports ${to}`) : [],
  }
}

/** `npm start` does not install them. */
const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
const isForTests = (to: string) =>
  Object.keys(devDependencies).some((name) => to === name || to.startsWith(`${name}/`))

const mayFetch = new Set([
  'web/lib/call.ts',
  // XMLHttpRequest reports the progress of an upload.
  'web/lib/upload.ts',
  // These load documents, not calls of the API.
  'web/lib/offline/service-worker.ts',
  'web/lib/offline/stored-pages.ts',
  'web/lib/browser/is-reachable.ts',
])

const moduleOf = (path: string) => /^server\/modules\/([^/]+)\//.exec(path)?.[1]

const viteConfig = /^vite(\.\w+)?\.config\.ts$/
const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')

export const rules: Rule[] = [
  importRule(
    'contract imports only zod',
    /^contract\//,
    (to, from) => to === 'zod' || to.startsWith('contract/') || (isTest(from) && to === 'vitest'),
    { 'contract/cart/cart.ts': `import { z } from 'zod'\nimport pg from 'pg'` },
  ),
  importRule('web never imports server', /^web\//, (to) => !to.startsWith('server/'), {
    'web/data/cart/cart.ts': `import type { Cart } from '../../../server/modules/cart/index.ts'`,
  }),
  importRule('server never imports web', /^server\//, (to) => !to.startsWith('web/'), {
    'server/http/pages/pages.ts': `export { title } from '../../../web/root.tsx'`,
  }),
  importRule(
    'what runs in the shop never imports tests or benchmarks',
    /^(contract|server|web(?!\/testing)|demo)\//,
    (to, from) => isTest(from) || !/^(test|bench)\//.test(to),
    { 'server/main.ts': `import { seed } from '#test/harness/app/database.ts'` },
  ),
  importRule(
    'what builds and runs the shop imports no package that only tests install',
    /^((contract|server|web(?!\/testing)|demo|client)\/|(vite|react-router)\.config\.ts$)/,
    (to, from) => isTest(from) || !isForTests(to),
    { 'server/serve.ts': `const { chromium } = await import('playwright-core')` },
  ),
  importRule(
    'platform, db and http know no module',
    /^server\/(platform|db|http)\//,
    (to, from) => isTest(from) || !/^server\/(modules\/|app\.ts)/.test(to),
    { 'server/http/page-cache.ts': `const catalog = await import('../modules/catalog/index.ts')` },
  ),
  importRule(
    'a module is entered through its index.ts',
    /./,
    (to, from) => {
      const module = moduleOf(to)
      return module === undefined || module === moduleOf(from) || to === `server/modules/${module}/index.ts`
    },
    { 'server/modules/cart/cart.queries.ts': `import type { Price } from '../pricing/money.ts'` },
  ),
  importRule(
    'storefront never imports dashboard',
    /^web\/storefront\//,
    (to) => !to.startsWith('web/dashboard/'),
    {
      'web/storefront/home/home.tsx': `import { Table } from '../../dashboard/products/table.tsx'`,
    },
  ),
  importRule(
    'dashboard never imports storefront',
    /^web\/dashboard\//,
    (to) => !to.startsWith('web/storefront/'),
    {
      'web/dashboard/home/home.tsx': `import { Card } from '../../storefront/parts/card.tsx'`,
    },
  ),
  importRule(
    'ui and lib know no shop',
    /^web\/(ui|lib)\//,
    (to) => !/^web\/(storefront|dashboard|data)\//.test(to),
    { 'web/ui/button.tsx': `import { useCart } from '../data/cart.ts'` },
  ),
  importRule('no island stands inside another', /\.island\.tsx$/, (to) => to !== 'web/islands/island.tsx', {
    'web/storefront/cart/cart.island.tsx': `import { Island } from '../../islands/island.tsx'`,
  }),
  {
    name: 'an element is enhanced by a file that exists',
    broken: ({ path, text }) =>
      (path.startsWith('web/') ? [...text.matchAll(/enhancedBy\('([^']+)'\)/g)] : [])
        .map(([, name]) => `web/storefront/${name}.enhance.ts`)
        .filter((file) => !existsSync(root + file))
        .map((file) => `names ${file}`),
    example: { 'web/storefront/listing/sort.tsx': `const enhance = enhancedBy('listing/nothing')` },
  },
  importRule(
    'only development imports Vite and server/dev',
    /^server\//,
    (to, from) => from.startsWith('server/dev/') || isTest(from) || !/^(vite$|server\/dev\/)/.test(to),
    { 'server/serve.ts': `import { vitePages } from './dev/vite-pages.ts'` },
  ),
  importRule(
    'the product meets the demo at one place',
    /^(contract|server|web)\//,
    (to, from) => from === 'server/load-serve.ts' || isTest(from) || !to.startsWith('demo/'),
    { 'server/serve.ts': `import { loadDemoIfEmpty } from '../demo/load.ts'` },
  ),
  importRule(
    'the build takes its plugins from packages',
    viteConfig,
    (to) => ['vite', '@tailwindcss/vite', '@react-router/dev/vite'].includes(to) || to.startsWith('node:'),
    { 'vite.config.ts': `import { shorterNames } from './web/plugins/shorter-names.ts'` },
  ),
  {
    name: 'no build plugin changes code',
    // A plugin of ours may look at what was built and write files beside it. What runs is what was written.
    broken: ({ path, text }) =>
      viteConfig.test(path)
        ? [...withoutComments(text).matchAll(/\b(transform\w*|renderChunk|load|resolveId|code)\b/g)].map(
            ([hook]) => `has ${hook}`,
          )
        : [],
    example: {
      'vite.config.ts': `export const plugin = { name: 'a', transform: (text: string) => text.replace(/a/, 'b') }`,
      'vite.storefront.config.ts': `for (const chunk of chunks) chunk.code += '// end'`,
    },
  },
  {
    name: 'one file of web calls the API',
    broken: ({ path, text }) => {
      const isOther = !path.startsWith('web/') || isTest(path) || mayFetch.has(path)
      return isOther
        ? []
        : [...text.matchAll(/\b(?:fetch|XMLHttpRequest|sendBeacon)\(/g)].map(([name]) => `names ${name}`)
    },
    example: { 'web/data/cart/cart.ts': `const cart = await fetch('/api/cart/saved')` },
  },
  {
    name: 'only errors are classes',
    broken: ({ classes }) =>
      classes
        .filter(({ superClass }) => !(superClass?.type === 'Identifier' && superClass.name.endsWith('Error')))
        .map(({ id }) => `class ${id?.name ?? '(unnamed)'}`),
    example: { 'server/modules/cart/cart.ts': `export class CartService extends Service {}` },
  },
  {
    name: 'names say what is inside',
    broken: ({ path }) =>
      path
        .split(/[/.]/)
        .filter((part) => /^(misc|helpers?|utils?|common|stuff)$/.test(part))
        .map((part) => `is named ${part}`),
    example: { 'web/lib/utils.ts': '' },
  },
  {
    name: 'the database is the first parameter',
    broken: ({ functions }) =>
      functions
        .filter(({ params }) => params.slice(1).some((parameter) => isHandle(parameter)))
        .map(({ name }) => `${name} takes the database behind other things`),
    example: {
      'server/modules/cart/cart.queries.ts': `export const listLines = (userId: number, db: Database) => 1`,
    },
  },
  {
    name: 'an object has one case: snake_case as its columns, or camelCase',
    broken: ({ path, objectTypes }) =>
      path.startsWith('server/')
        ? objectTypes
            .filter((names) => names.some((name) => /[a-z]_[a-z]/.test(name)) && names.some(isCamel))
            .map((names) => `mixes ${names.join(', ')}`)
        : [],
    example: { 'server/modules/stock/low-stock.ts': `interface Row { variant_id: number; onHand: number }` },
  },
  {
    name: 'what takes a transaction returns its promise',
    // `later` is where a caller says that it does not wait.
    broken: ({ path, functions }) =>
      functions
        .filter(
          ({ params, returnType }) => path !== 'server/db/client/later.ts' && hidesWrite(params, returnType),
        )
        .map(({ name }) => `${name} takes a transaction, but its caller cannot wait for it`),
    example: {
      'server/modules/stock/stock.writes.ts': `export function release(tx: Transaction, units: number): void {}`,
    },
  },
]

const isCamel = (name: string) => /[a-z][A-Z]/.test(name)

function hidesWrite([first]: ParamPattern[], returnType: TSType | undefined): boolean {
  if (!first || !isHandle(first, ['Transaction']) || !returnType) return false
  return !(
    returnType.type === 'TSTypeReference' &&
    returnType.typeName.type === 'Identifier' &&
    /^(Promise|Async)/.test(returnType.typeName.name)
  )
}

/** `db: Database` or `tx: Transaction`. */
function isHandle(parameter: ParamPattern, types = ['Database', 'Transaction']): boolean {
  const type = 'typeAnnotation' in parameter ? parameter.typeAnnotation?.typeAnnotation : undefined
  return (
    type?.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    types.includes(type.typeName.name)
  )
}
