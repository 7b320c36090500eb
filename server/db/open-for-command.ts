import type { Config } from '../config.ts'
import { runningUrl } from './embedded/address.ts'
import { DataDirInUse } from './embedded/data-dir-lock.ts'
import { databaseName } from './embedded/start.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

/**
 * Opens the database for a command: on the server that the running shop has started or, if the shop is stopped, on an
 * embedded server with these `settings`. Throws a `StartError` if no server can be used.
 */
export async function openForCommand(
  config: Config,
  report: (sentence: string) => void,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, report, 0, settings)
  } catch (error) {
    const url = error instanceof DataDirInUse && runningUrl(config.dataDir, databaseName)
    if (!url) throw error
    return { url, stop: async () => {} }
  }
}
