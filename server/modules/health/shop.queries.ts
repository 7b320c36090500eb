import type { Database } from '#server/db/connect.ts'
import { ok, problem, warning, type Result } from './result.ts'

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE
const MAX_EMAIL_WAIT_MINUTES = 15
/** Nightly work may be late by a few hours. */
const MAX_NIGHTLY_HOURS = 30

/** Whether emails of the shop leave it. */
export async function checkEmails(db: Database, shopId: number, sendsEmail: boolean): Promise<Result> {
  const { waiting } = await db
    .selectFrom('email')
    .where('config_id', '=', shopId)
    .where('sent_at', 'is', null)
    .where('created_at', '<', new Date(Date.now() - MAX_EMAIL_WAIT_MINUTES * MS_PER_MINUTE))
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const count = Number(waiting)
  if (count === 0) return ok('No email is late.')
  const emails = count === 1 ? '1 email waits' : `${count} emails wait`
  return sendsEmail
    ? problem(
        `${emails} for more than ${MAX_EMAIL_WAIT_MINUTES} minutes.`,
        'Settings > Emails lists them with the reason.',
      )
    : warning(`${emails}, because no mail server is set.`, 'Settings > Emails lists them.')
}

/** Whether orders, payments and stock agree, by the last reconciliation. */
export async function checkReconciliation(db: Database, shopId: number): Promise<Result> {
  const latest = await db
    .selectFrom('integrity_check')
    .where('config_id', '=', shopId)
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .select(['finished_at', 'findings', 'orders_checked'])
    .limit(1)
    .executeTakeFirst()
  if (!latest?.finished_at) {
    return ok('Orders, payments and stock have not been compared yet. The shop does so every night.')
  }
  const findings = Array.isArray(latest.findings) ? latest.findings.length : 0
  if (findings > 0) {
    return problem(
      findings === 1
        ? '1 thing does not match in orders, payments and stock.'
        : `${findings} things do not match in orders, payments and stock.`,
      'Reports > Reconciliation lists them with what to do.',
    )
  }
  const hours = (Date.now() - latest.finished_at.getTime()) / MS_PER_HOUR
  if (hours > MAX_NIGHTLY_HOURS) {
    return warning(
      `Orders, payments and stock were last compared ${Math.round(hours)} hours ago.`,
      'Restart the shop if it should have run last night.',
    )
  }
  return ok(`Orders, payments and stock match (${latest.orders_checked} orders checked).`)
}

/** Whether the shop could be restored today. */
export async function checkBackups(
  db: Database,
  { backupKey, backupTime }: { backupKey: string | undefined; backupTime: string },
  installationShop: number,
): Promise<Result> {
  const finished = db
    .selectFrom('backup')
    .where('config_id', '=', installationShop)
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .select(['finished_at', 'error'])
    .limit(1)
  const [last, proved] = await Promise.all([
    finished.executeTakeFirst(),
    finished.where('file', 'is not', null).executeTakeFirst(),
  ])
  if (last?.error) return problem(`The last backup failed: ${last.error}`, 'Settings > Backups says more.')
  const hours = proved?.finished_at && (Date.now() - proved.finished_at.getTime()) / MS_PER_HOUR
  const isNightly = backupKey !== undefined && backupTime !== 'off'
  if (hours === undefined || hours === null) {
    return warning(
      'The shop has no backup.',
      isNightly
        ? 'Settings > Backups makes one now.'
        : 'Set BACKUP_KEY, and the shop backs itself up every night.',
    )
  }
  const age = hours < 48 ? `${Math.ceil(hours)} hours` : `${Math.round(hours / 24)} days`
  const sentence = `The last backup that was restored and checked is ${age} old.`
  if (hours <= MAX_NIGHTLY_HOURS) return ok(sentence)
  return warning(
    sentence,
    isNightly
      ? 'Settings > Backups makes one now.'
      : 'Set BACKUP_KEY, and the shop backs itself up every night.',
  )
}
