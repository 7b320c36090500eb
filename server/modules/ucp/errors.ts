/** The call could not be handled: a status of 4xx or 5xx and `{ code, content }` (protocol failure). */
export class ProtocolError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, content: string, retryAfter?: number) {
    super(content)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** A message of an answer. `path` is JSONPath (RFC 9535) into the answer. */
export type UcpMessage =
  | {
      type: 'error'
      code: string
      content: string
      severity: 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable'
      path?: string
    }
  | { type: 'warning'; code: string; content: string; path?: string }
  | { type: 'info'; content: string; code?: string; path?: string }

/** The call ran, and its result is no resource: status 200 with the envelope and messages (business outcome). */
export class OutcomeError extends Error {
  readonly messages: readonly [UcpMessage, ...UcpMessage[]]
  readonly continueUrl: string | undefined

  constructor(messages: readonly [UcpMessage, ...UcpMessage[]], continueUrl?: string) {
    super(messages[0].content)
    this.messages = messages
    this.continueUrl = continueUrl
  }
}

/** The outcome for a resource that does not exist for this caller. */
export const notFound = (content: string) =>
  new OutcomeError([{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }])
