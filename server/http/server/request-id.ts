import { randomBytes } from 'node:crypto'

const prefix = randomBytes(6).toString('base64url')
let count = 0

/** An id for the log and the caller, unique among all processes and far cheaper than a random id per request. */
export function nextRequestId(): string {
  return `${prefix}-${(++count).toString(36)}`
}
