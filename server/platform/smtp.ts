export interface EmailMessage {
  from: { name: string; address: string }
  /** Where replies go, if not to the sender. */
  replyTo?: string
  to: string
  subject: string
  text: string
  html: string
  /** The same at each try, so that mailboxes recognize a duplicate. */
  messageId: string
  /** Mailboxes show a button that sends a POST there (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Smtp {
  /** Resolves when the server has accepted the message, and rejects with an Error otherwise. */
  send(message: EmailMessage): Promise<void>
}

const TIMEOUT_MS = 15_000

/** Sends over `smtp://` (with STARTTLS if offered) or `smtps://`, with one connection for each message. */
export async function openSmtp(url: string): Promise<Smtp> {
  const transport = await openTransport(url, TIMEOUT_MS)
  return {
    async send({ to, replyTo, unsubscribeUrl, ...message }) {
      // As an object, an address is never parsed as a list.
      const addresses = {
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      }
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      await transport.sendMail({ ...message, ...addresses, headers })
    },
  }
}

/** Resolves if the server accepts the login. Rejects with nodemailer's error, such as `EAUTH` or `ETIMEDOUT`. */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport(url, timeoutMs)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function openTransport(url: string, timeoutMs: number) {
  // Loaded only if SMTP is configured.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Whether the server refused this message, rather than being unreachable or refusing the login. */
export const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EENVELOPE', 'EMESSAGE'].includes(String(error.code))
