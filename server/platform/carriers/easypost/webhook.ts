import { createHmac } from 'node:crypto'
import { isSameText } from '../../same-text.ts'
import { event } from './answers.ts'

const PREFIX = 'hmac-sha256-hex='

/**
 * The tracking number of an event with a valid X-Hmac-Signature: the HMAC of the body under the webhook secret in NFKD.
 * https://docs.easypost.com/guides/webhooks-guide (HMAC Validation). Null for an event about something else.
 */
export function trackingOf(body: Buffer, signature: string, secret: string): string | null | undefined {
  const digest = createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')
  if (!isSameText(signature, PREFIX + digest)) return undefined
  try {
    const { result } = event.parse(JSON.parse(body.toString('utf8')))
    return result.object === 'Tracker' ? (result.tracking_code ?? null) : null
  } catch {
    return null
  }
}
