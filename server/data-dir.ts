import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/**
 * Makes the data folder and, where AUTH_SECRET is not given, the secret in it; answers the settings with the secret.
 * Throws a `StartError` where the folder cannot be written.
 */
export function prepareDataDir(config: Config): Config & { authSecret: string } {
  try {
    mkdirSync(config.dataDir, { recursive: true })
    accessSync(config.dataDir, constants.W_OK)
    return { ...config, authSecret: config.authSecret ?? keepSecret(join(config.dataDir, 'auth-secret')) }
  } catch (error) {
    throw new StartError(`The data folder cannot be written (${(error as Error).message}): set DATA_DIR.`)
  }
}

/** Written aside and then given its name, so that it is there as a whole or not at all, and two starters agree. */
function keepSecret(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    return readFileSync(file, 'utf8')
  } catch {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}
