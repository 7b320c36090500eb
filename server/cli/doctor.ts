import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { HealthCheck } from '#contract/health/health.ts'
import { readConfig, type Config } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { clusterExists } from '#server/db/embedded/cluster.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { openForCommand } from '#server/db/open-for-command.ts'
import { checkInstallation, checkShop } from '#server/modules/health/index.ts'
import { storedSecret } from '#server/data-dir.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { StartError } from '#server/start-error.ts'
import { print, runCommand } from './command.ts'

const usage = `Usage: npm run doctor
Checks settings, database, disk, email, backups, certificate and clock of the shop, running or stopped, and says what to
do. Changes nothing. Ends with code 1 if it finds a problem.`

const marks: Record<HealthCheck['state'], string> = {
  ok: 'ok       ',
  warning: 'WARNING  ',
  problem: 'PROBLEM  ',
  unknown: 'unknown  ',
}

async function main(): Promise<void> {
  if (isHelpWanted()) return print(usage)
  const config = readConfig()
  const checks = await runChecks(config)
  for (const { state, name, finding, action } of checks) {
    print(`${marks[state]}${name}: ${finding}`)
    if (action !== null) print(`         ${action}`)
  }
  const problems = checks.filter(({ state }) => state === 'problem').length
  if (problems > 0) throw new StartError(`\n${problems === 1 ? '1 problem' : `${problems} problems`} found.`)
  print('\nNo problem found.')
}

function isHelpWanted(): boolean {
  try {
    return parseArgs({ options: { help: { type: 'boolean', default: false } } }).values.help
  } catch {
    throw new StartError(usage)
  }
}

async function runChecks(config: Config): Promise<HealthCheck[]> {
  if (!config.databaseUrl && !clusterExists(join(config.dataDir, 'postgres')))
    throw new StartError(`There is no shop in ${config.dataDir} yet: npm start creates it.`)
  const database = await openForCommand(config, () => {})
  try {
    const db = connect(database.url, { max: 4, limits: false })
    try {
      const pending = await pendingMigrations(db)
      if (pending.length > 0)
        throw new StartError(`The database has not been updated to this version yet: npm start does it.`)
      const shops = await db.selectFrom('shop').select(['config_id', 'name']).orderBy('config_id').execute()
      const settings = {
        sendsEmail: config.smtpUrl !== undefined,
        publicUrl: config.publicUrl,
        keyedHash: keyedHash(config.authSecret ?? storedSecret(config) ?? ''),
      }
      const found = [await checkInstallation(db, config)]
      for (const { config_id: id, name } of shops) {
        const checks = await checkShop(db, id, settings)
        found.push(
          shops.length === 1
            ? checks
            : checks.map((check) => ({ ...check, name: `${check.name} of ${name}` })),
        )
      }
      return found.flat()
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

await runCommand(main)
