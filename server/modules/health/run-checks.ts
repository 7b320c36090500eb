import { Resolver } from 'node:dns/promises'
import type { HealthCheck } from '#contract/health/health.ts'
import type { Database } from '#server/db/connect.ts'
import { installationShop } from '#server/modules/backup/index.ts'
import { listPaymentConnections } from '#server/modules/payment-accounts/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { checkCertificate } from './certificate.ts'
import { checkClock, checkDatabase } from './database.queries.ts'
import { checkDisk } from './disk.ts'
import { checkJobs } from './jobs.queries.ts'
import { checkMailServer } from './mail-server.ts'
import { unknown, type Result } from './result.ts'
import { checkSenderDomain } from './sender-domain.ts'
import {
  checkAddress,
  checkEnvironmentKeys,
  checkLimits,
  checkPaymentConnection,
  type HealthSettings,
} from './settings.rules.ts'
import { checkStorage } from './storage.ts'
import { checkBackups, checkEmails, checkReconciliation } from './shop.queries.ts'

/** A read of the API may take 3 s altogether. */
const MAX_CHECK_MS = 2000

/** A check of this name; undefined from `run` leaves it out. */
type Check = [name: string, run: () => Promise<Result | undefined> | Result | undefined]

/** Checks what all shops of the installation share. Each check takes at most 2 s; what fails is `unknown`. */
export function checkInstallation(db: Database, settings: HealthSettings): Promise<HealthCheck[]> {
  const resolver = new Resolver({ timeout: MAX_CHECK_MS / 2, tries: 1 })
  const { dataDir, backupDir, smtpUrl, emailFrom, publicUrl } = settings
  return runChecks([
    ['Address', () => checkAddress(settings)],
    ['Certificate', () => checkCertificate(publicUrl, { signal: AbortSignal.timeout(MAX_CHECK_MS - 100) })],
    ['Database', () => checkDatabase(db)],
    ['Background jobs', () => checkJobs(db)],
    ['Disk space', () => checkDisk(dataDir, 'the shop')],
    [
      'Disk space for backups',
      () => (backupDir.startsWith(dataDir) ? undefined : checkDisk(backupDir, 'backups')),
    ],
    ['Images', () => checkStorage(settings, MAX_CHECK_MS - 100)],
    ['Backups', () => checkBackups(db, settings, installationShop)],
    ['Mail server', () => checkMailServer(smtpUrl, MAX_CHECK_MS - 100)],
    ['Sender of emails', () => (smtpUrl === undefined ? undefined : checkSenderDomain(emailFrom, resolver))],
    ['Stripe keys of the environment', () => checkEnvironmentKeys(settings)],
    ['Rate limits', () => checkLimits(settings)],
    ['Clock', () => checkClock(db, installationShop)],
  ])
}

/** What the checks of a shop need beside the database. */
export interface ShopSettings extends Pick<HealthSettings, 'publicUrl'> {
  sendsEmail: boolean
  keyedHash: KeyedHash
}

/** Checks what belongs to one shop. */
export async function checkShop(
  db: Database,
  shopId: number,
  { sendsEmail, keyedHash, publicUrl }: ShopSettings,
): Promise<HealthCheck[]> {
  const connections = await listPaymentConnections(db, shopId, keyedHash)
  return runChecks([
    ...connections.map((connection): Check => [
      `Payments with ${connection.name}`,
      () => checkPaymentConnection(connection, { publicUrl }),
    ]),
    ['Outgoing emails', () => checkEmails(db, shopId, sendsEmail)],
    ['Reconciliation', () => checkReconciliation(db, shopId)],
  ])
}

async function runChecks(checks: readonly Check[]): Promise<HealthCheck[]> {
  const results = await Promise.all(
    checks.map(async ([name, run]) => {
      const result = await inTime(run)
      return result && { name, ...result }
    }),
  )
  return results.filter((result) => result !== undefined)
}

async function inTime(run: Check[1]): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(resolve, MAX_CHECK_MS, unknown('This check took too long.'))
  try {
    return await Promise.race([run(), late])
  } catch (error) {
    return unknown(`This check failed: ${error instanceof Error ? error.message : String(error)}.`)
  } finally {
    clearTimeout(timer)
  }
}
