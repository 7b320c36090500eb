import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { programs, projectFiles, read, root } from '#test/project-files.ts'
import { parse } from './parse.ts'

/** What `web/islands/start.ts` loads by patterns, which imports do not show. */
const isStart = (path: string) => path === 'web/islands/start.ts' || /\.(island\.tsx|enhance\.ts)$/.test(path)

/** All that these files load, directly or through others: paths and package names, with the way to them. */
function reachedFrom(
  starts: readonly string[],
  loads: (path: string) => readonly string[],
): Map<string, string> {
  const ways = new Map(starts.map((path) => [path, path]))
  for (const [path, way] of ways)
    for (const to of loads(path)) if (!ways.has(to)) ways.set(to, `${way} → ${to}`)
  return ways
}

const routersIn = (ways: ReadonlyMap<string, string>) =>
  [...ways].flatMap(([to, way]) => (/^@?react-router/.test(to) ? [way] : []))

// Documents need no router: the browser goes from page to page. `routes.tsx` and the server's render may import it.
it('the scripts of the storefront do not load the router', () => {
  const starts = projectFiles(programs).filter((path) => path.startsWith('web/') && isStart(path))
  const ways = reachedFrom(starts, (path) =>
    programs.some((ending) => path.endsWith(ending)) && existsSync(root + path)
      ? parse(path, read(path)).loads
      : [],
  )
  const known = ['react', 'web/islands/hydrate.tsx', 'web/lib/api.ts']
  expect(known.filter((path) => !ways.has(path))).toEqual([])
  expect(routersIn(ways)).toEqual([])
})

it('detects a router behind other files, but no type of it', () => {
  const files: Record<string, string> = {
    'web/a.island.tsx': `import { b } from './b.ts'\nexport * from './c.ts'`,
    'web/b.ts': `import type { Location } from 'react-router'`,
    'web/c.ts': `export const later = () => import('./d.tsx')`,
    'web/d.tsx': `import { Link } from 'react-router'`,
  }
  const ways = reachedFrom(['web/a.island.tsx'], (path) => parse(path, files[path] ?? '').loads)
  expect(routersIn(ways)).toEqual(['web/a.island.tsx → web/c.ts → web/d.tsx → react-router'])
})
