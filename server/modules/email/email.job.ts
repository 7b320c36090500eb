import type { Logger } from 'pino'
import { connect, type Database } from '#server/db/connect.ts'
import { drain, workOnClaimed, type Job } from '#server/platform/jobs/job.ts'
import { isRefusal, openSmtp, type Smtp } from '#server/platform/smtp.ts'
import { lockDueEmail, noteFailure, noteSent } from './outbox.writes.ts'

interface EmailJobDeps {
  databaseUrl: string
  smtpUrl: string
  /** The sender's address; the sender's name is the shop's. */
  from: string
  log: Logger
  intervalMs?: number
}

/**
 * Sends due emails one after the other: at once when one is written, and every 5 s those to be tried again. It has a
 * connection of its own, because a slow mail server keeps a transaction open for long.
 */
export async function emailJob({
  databaseUrl,
  smtpUrl,
  from,
  log,
  intervalMs = 5000,
}: EmailJobDeps): Promise<Job> {
  const smtp = await openSmtp(smtpUrl)
  const db = connect(databaseUrl, { max: 1 })
  return {
    name: 'emails',
    intervalMs,
    firstRunMs: 0,
    channel: 'email',
    run: drain(() => sendNext(db, { smtp, from, log })),
    close: () => db.destroy(),
  }
}

/** Sends the next email and returns whether one was due. Rejects where the database or the mail server is out of reach. */
async function sendNext(
  db: Database,
  { smtp, from, log }: { smtp: Smtp; from: string; log: Logger },
): Promise<boolean> {
  const tried = await workOnClaimed(db, lockDueEmail, async (tx, email) => {
    const {
      shopId,
      id,
      createdAt,
      shopName,
      shopEmail,
      recipient: to,
      subject,
      text,
      html,
      unsubscribeUrl,
    } = email
    const messageId = `<${shopId}.${id}.${createdAt.getTime()}@${from.slice(from.indexOf('@') + 1)}>`
    const sender = { from: { name: shopName, address: from }, ...(shopEmail && { replyTo: shopEmail }) }
    const message = {
      ...sender,
      to,
      subject,
      text,
      html,
      messageId,
      ...(unsubscribeUrl && { unsubscribeUrl }),
    }
    const error = await smtp.send(message).then(
      () => undefined,
      (reason: Error) => reason,
    )
    if (error) await noteFailure(tx, email, error.message)
    else await noteSent(tx, email)
    return { email, error }
  })
  if (!tried) return false
  const { email, error } = tried
  if (error && !isRefusal(error)) throw error
  if (error && email.attempts === 0)
    log.warn({ err: error, email: email.id }, 'email refused by the mail server')
  return true
}
