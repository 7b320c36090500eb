import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A delivered email. */
export interface Delivered {
  from: string
  to: string[]
  /** Unfolded headers by lower-case name. */
  headers: Map<string, string>
  /** Decoded parts by type, such as `text/plain`. */
  parts: Map<string, string>
}

interface Behaviour {
  /** Port to listen on; a free one by default. */
  port?: number
  /** Called with each email before acceptance; an error refuses it. */
  onEmail?: (email: Delivered) => Promise<void> | void
}

/** A local mail server that stores accepted emails. */
export async function startSmtpServer({ port = 0, onEmail }: Behaviour = {}) {
  const delivered: Delivered[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, reply) {
      const take = async () => {
        const email = { ...parse(await text(stream)), ...addressesOf(envelope) }
        await onEmail?.(email)
        delivered.push(email)
      }
      take().then(() => reply(), reply)
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    delivered,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A mail server's refusal. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

function addressesOf({
  mailFrom,
  rcptTo,
}: {
  mailFrom: { address: string } | false
  rcptTo: { address: string }[]
}) {
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
}

function parse(source: string) {
  const { headers, body } = split(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const sections = boundary ? body.split(`--${boundary}`).slice(1, -1) : []
  const parts = new Map(
    sections.map((section) => {
      const part = split(section.replace(/^\r\n/, ''))
      const type = part.headers.get('content-type')?.split(';')[0] ?? ''
      return [type, decode(part.body, part.headers.get('content-transfer-encoding'))] as const
    }),
  )
  return { headers, parts }
}

function split(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')] as const
    }),
  )
  return { headers, body: source.slice(end + 4) }
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const unix = body.replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return unix
  const bytes = unix
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
