import { globSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** The root of the project, with a slash at its end. */
export const root = new URL('../', import.meta.url).pathname

/** Where our own code and text stand; everything else is generated, installed or data. */
const places = ['{contract,server,web,demo,test,bench,docs}/**/*.*', '*.*']

const generated = new Set(['server/db/schema.ts', 'docs/openapi.json', 'package-lock.json'])

/** The endings of program files, for `projectFiles`. */
export const programs = ['.ts', '.tsx', '.mjs']

/** Every file of ours with one of these endings, relative to the root, in order. */
export function projectFiles(endings: string[]): string[] {
  return globSync(places, { cwd: root })
    .filter((path) => endings.includes(extname(path)) && !generated.has(path))
    .sort()
}

/** The text of a file named relative to the root. */
export function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}
