import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** Most of the code, which is loaded only where the start was not refused, and compiled once for many starts. */
export function loadServe() {
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/haat'))
  return import('./serve.ts')
}
