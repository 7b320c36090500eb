import { expect } from 'vitest'
import { startSmtpServer } from '#test/harness/services/smtp-server.ts'
import { ownShop, type OwnShop } from './own-shop.ts'

/** An own shop that sends email, because no other one does. */
export interface EmailingShop extends OwnShop {
  /** Waits for what `pattern` finds in the text of an email to an address, whose subject is known. */
  emailed(recipient: string, subject: RegExp, pattern: RegExp): Promise<string>
}

/** Starts it with its inbox. */
export async function emailingShop(): Promise<EmailingShop> {
  const inbox = await startSmtpServer()
  const shop = await ownShop({ SMTP_URL: inbox.url })
  return {
    ...shop,
    async emailed(recipient, subject, pattern) {
      const find = () => {
        const email = inbox.delivered.find(
          ({ to, headers }) => to.includes(recipient) && subject.test(headers.get('subject') ?? ''),
        )
        return pattern.exec(email?.parts.get('text/plain') ?? '')?.[0] ?? ''
      }
      await expect.poll(find, { timeout: 60_000 }).not.toBe('')
      return find()
    },
    async stop() {
      await shop.stop()
      await inbox.stop()
    },
  }
}
