import type { Config } from '../config.ts'
import { runningUrl } from './embedded-address.ts'
import { DataDirInUse } from './embedded-lock.ts'
import { databaseName } from './embedded.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

/**
 * The database of this installation, for commands beside the shop: on the server that the running shop has started or,
 * when it is stopped, our own, started with these `settings` instead of those of a shop. Throws a `StartError` when there is
 * no server to work with.
 */
export async function reachDatabase(
  config: Config,
  say: (sentence: string) => void,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, say, 0, settings)
  } catch (error) {
    const url = error instanceof DataDirInUse && runningUrl(config.dataDir, databaseName)
    if (!url) throw error
    return { url, stop: async () => {} }
  }
}
