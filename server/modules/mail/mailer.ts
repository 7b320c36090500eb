import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connect, type Database } from '#server/db/connect.ts'
import { listenTo } from '#server/db/listener.ts'
import { isRefusal, openSmtp, type Smtp } from '#server/platform/smtp.ts'
import { lockDueMail, noteFailure, noteSent, type DueMail } from './outbox.writes.ts'

interface MailerDeps {
  databaseUrl: string
  smtpUrl: string
  /** The address that mail comes from; its name is the shop's. */
  from: string
  log: Logger
  /** Milliseconds between two looks into the outbox where nothing is told. */
  pause?: number
}

export interface Mailer {
  /** Finishes the mail that is under way, and sends no further one. */
  stop(): Promise<void>
}

/**
 * Sends what is in the outbox, one mail after the other, on connections of its own: when mail is told of, and every 5 s
 * what is to be tried again. Any number of processes may do so. Neither a lost database nor a lost mail server ends it; each is logged once, and once when it is back.
 */
export async function startMailer({
  databaseUrl,
  smtpUrl,
  from,
  log,
  pause = 5000,
}: MailerDeps): Promise<Mailer> {
  const smtp = await openSmtp(smtpUrl)
  const db = connect(databaseUrl, { max: 1 })
  const tellOutbox = onChange(log, 'the outbox')
  const tellServer = onChange(log, 'the mail server')
  let nap = new AbortController()
  let stopping = false
  const listener = listenTo(databaseUrl, 'mail', () => nap.abort())

  const sendAll = async () => {
    while (!stopping) {
      const tried = await tryNext(db, smtp, from)
      tellOutbox()
      if (!tried) return
      const { mail, error } = tried
      const refused = isRefusal(error)
      tellServer(refused ? undefined : error)
      if (refused && mail.attempts === 0) log.warn({ err: error, mail: mail.id }, 'a mail was refused')
      if (error && !refused) return
    }
  }

  const work = async () => {
    while (!stopping) {
      // What is told while it works must not wait for the next look.
      nap = new AbortController()
      await listener.ensure().then(sendAll).catch(tellOutbox)
      await wait(pause, undefined, { signal: nap.signal }).catch(() => {})
    }
  }

  const working = work()
  return {
    async stop() {
      stopping = true
      nap.abort()
      await working
      await listener.close()
      await db.destroy()
    },
  }
}

/** Tries the next mail, and keeps the outcome; undefined where none is due. Rejects where the database cannot be used. */
async function tryNext(
  db: Database,
  smtp: Smtp,
  from: string,
): Promise<{ mail: DueMail; error: Error | undefined } | undefined> {
  return db.transaction().execute(async (tx) => {
    const mail = await lockDueMail(tx)
    if (!mail) return undefined
    const { configId, id, createdAt, shopName, recipient: to, subject, text, html } = mail
    const messageId = `<${configId}.${id}.${createdAt.getTime()}@${from.slice(from.indexOf('@') + 1)}>`
    const letter = { from: { name: shopName, address: from }, to, subject, text, html, messageId }
    const error = await smtp.send(letter).then(
      () => undefined,
      (reason: Error) => reason,
    )
    if (error) await noteFailure(tx, mail, error.message)
    else await noteSent(tx, mail)
    return { mail, error }
  })
}

/** Told of each outcome, logs where it differs from the one before. */
function onChange(log: Logger, what: string): (error?: unknown) => void {
  let lost = false
  return (error) => {
    if (error === undefined ? lost : !lost) {
      if (error === undefined) log.info(`${what} can be used again`)
      else log.warn({ err: error }, `${what} cannot be used`)
    }
    lost = error !== undefined
  }
}
