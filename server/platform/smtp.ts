export interface Letter {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  /** The same at each try, so that a mailbox that got it twice can tell. */
  messageId: string
}

export interface Smtp {
  /** Returns once the server has taken the letter; rejects with an Error where it has not. */
  send(letter: Letter): Promise<void>
}

/** Each wait for the server ends within this many milliseconds. */
const waitLimit = 15_000

/** Sends over `smtp://` (encrypted by STARTTLS where the server offers it) or `smtps://`, one connection a letter. */
export async function openSmtp(url: string): Promise<Smtp> {
  // Loaded only where mail is sent.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: waitLimit,
    greetingTimeout: waitLimit,
    socketTimeout: waitLimit,
    dnsTimeout: waitLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...letter }) {
      // As an object, an address is never read as a list of addresses.
      const recipient = { name: '', address: to }
      await transport.sendMail({ ...letter, to: recipient, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
  }
}

/** Whether the server refused this one letter, rather than being out of reach or refusing us. */
export const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EENVELOPE', 'EMESSAGE'].includes(String(error.code))
