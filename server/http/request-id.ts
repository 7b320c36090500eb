import { randomBytes } from 'node:crypto'

const start = randomBytes(6).toString('base64url')
let count = 0

/** Names one request in the log and to the caller: unique among all processes, and far cheaper than a random id. */
export function nextRequestId(): string {
  return `${start}-${(++count).toString(36)}`
}
