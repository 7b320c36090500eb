import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { ServeOptions } from './serve.ts'

/**
 * Loads most of the shop's code, and caches its compilation for later starts.
 * This is the one place where the product meets the demo: it passes the loader of the demo catalog in.
 */
export async function loadServe(): Promise<(options: ServeOptions) => Promise<string>> {
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/haat'))
  const [{ serve }, { loadDemoIfEmpty }] = await Promise.all([
    import('./serve.ts'),
    import('../demo/load-demo.ts'),
  ])
  return (options) => serve(options, loadDemoIfEmpty)
}
