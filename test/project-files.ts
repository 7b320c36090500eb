import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The project root with a trailing slash. */
export const root = join(import.meta.dirname, '../')

/** Our own code and texts; everything else is generated, installed or data. */
const places = ['{contract,client,server,web,demo,deploy,test,bench,docs}/**/*.*', '*.*']

const generated = new Set([
  'server/db/schema.ts',
  'client/calls.ts',
  'docs/openapi.json',
  'docs/schema.sql',
  'package-lock.json',
])

/** The extensions of program files, for `projectFiles`. */
export const programs = ['.ts', '.tsx', '.mjs']

/** Every project file with one of these extensions, relative to the root, sorted. */
export function projectFiles(endings: string[]): string[] {
  return globSync(places, { cwd: root })
    .filter((path) => endings.includes(extname(path)) && !generated.has(path))
    .sort()
}

/** The text of a file, named relative to the root. */
export function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}
