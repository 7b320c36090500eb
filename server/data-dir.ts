import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/**
 * Creates the data folder and, unless AUTH_SECRET is set, the secret in it; returns the settings with the secret.
 * Throws a `StartError` if the folder is not writable.
 */
export function prepareDataDir(config: Config): Config & { authSecret: string } {
  try {
    mkdirSync(config.dataDir, { recursive: true })
    accessSync(config.dataDir, constants.W_OK)
    return {
      ...config,
      authSecret: config.authSecret ?? readOrCreateSecret(join(config.dataDir, 'auth-secret')),
    }
  } catch (error) {
    throw new StartError(`The data folder cannot be written (${(error as Error).message}): set DATA_DIR.`)
  }
}

/** The secret in the data folder, for commands that create none; undefined if there is none. */
export function storedSecret({ dataDir }: Pick<Config, 'dataDir'>): string | undefined {
  try {
    return readFileSync(join(dataDir, 'auth-secret'), 'utf8')
  } catch {
    return undefined
  }
}

/** Writes a temporary file and links it, so that the secret appears complete and two processes agree on one. */
function readOrCreateSecret(file: string): string {
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
