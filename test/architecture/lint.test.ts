import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#test/project-files.ts'

// A misspelt rule or a disabled plugin in the linter's configuration would go unnoticed. This test breaks each rule
// once in a temporary project and expects an error.
const broken: Record<string, [file: string, text: string]> = {
  'import(no-cycle)': ['server/a.ts', `import { b } from '#server/b.ts'\nexport const a = () => b`],
  'typescript(consistent-type-imports)': [
    'server/b.ts',
    `import { a } from './a.ts'\nexport type b = typeof a`,
  ],
  'import(no-default-export)': ['server/c.ts', `export default 1`],
  'eslint(max-lines)': ['server/d.ts', '// line\n'.repeat(301)],
  'eslint(no-warning-comments)': ['server/e.ts', `// TODO: later`],
  'node(no-process-env)': ['server/f.ts', `export const port = process.env.PORT`],
  'typescript(no-explicit-any)': ['server/g.ts', `export const g = JSON.parse('1') as any`],
  'typescript(ban-ts-comment)': ['server/h.ts', `// @ts-ignore\nexport const h: number = 'one'`],
  'typescript(no-floating-promises)': ['server/i.ts', `async function go() {}\ngo()`],
  'typescript(no-unsafe-member-access)': ['server/j.ts', `export const j = JSON.parse('{}').price`],
  'typescript(switch-exhaustiveness-check)': [
    'server/k.ts',
    `export function k(x: 'a' | 'b') { switch (x) { case 'a': return 1 } }`,
  ],
  'vitest(no-focused-tests)': ['server/l.test.ts', `import { it } from 'vitest'\nit.only('one', () => {})`],
  'vitest(no-disabled-tests)': ['server/m.test.ts', `import { it } from 'vitest'\nit.skip('one', () => {})`],
  'react-hooks(exhaustive-deps)': [
    'web/n.tsx',
    `import { useEffect } from 'react'\nexport function N(p: { x: number }) { useEffect(() => { document.title = String(p.x) }, []) }`,
  ],
  'jsx-a11y(alt-text)': ['web/o.tsx', `export const O = () => <img src="a.webp" />`],
  'eslint(no-restricted-imports)': ['web/p/q/r.ts', `export { N } from '../../n.tsx'`],
}

/** The rules that report the broken files, as `plugin(rule) file`. */
function lint(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'haat-lint-'))
  try {
    for (const name of ['.oxlintrc.json', 'package.json']) copyFileSync(root + name, join(folder, name))
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }')
    for (const [file, text] of Object.values(broken)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const oxlint = join(root, 'node_modules/.bin/oxlint')
    const env = { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') }
    const { stdout } = spawnSync(oxlint, ['--type-aware', '-f', 'json'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
    return report.diagnostics.map(({ code, filename }) => `${code} ${filename}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const fired = lint()

it.each(Object.entries(broken))('the linter catches %s', (rule, [file]) => {
  expect(fired).toContain(`${rule} ${file}`)
})
