import { OutcomeError, type UcpMessage } from '../errors.ts'
import { UCP_VERSION, type UcpOperation, type UcpResult } from '../operation.ts'

/** The answer of an operation, the same for REST and MCP. It is stored under its idempotency key. */
export interface Answer {
  status: number
  /** JSON. As a text, it is the same to the byte when it is repeated. */
  text: string
}

const answer = (status: number, body: object): Answer => ({ status, text: JSON.stringify(body) })

/** The answer of an operation that ran. `capabilities` are those that apply to it. */
export function successAnswer(
  { created }: Pick<UcpOperation, 'created'>,
  { body, paymentHandlers }: UcpResult,
  capabilities: object,
): Answer {
  const handlers = paymentHandlers && { payment_handlers: paymentHandlers }
  const ucp = { version: UCP_VERSION, status: 'success', capabilities, ...handlers }
  return answer(created ? 201 : 200, { ucp, ...body })
}

/** The answer of an operation whose result is no resource. It has these fields and no other. */
export function outcomeAnswer({ messages, continueUrl }: OutcomeError): Answer {
  const ucp = { version: UCP_VERSION, status: 'error' }
  return answer(200, { ucp, messages, ...(continueUrl !== undefined && { continue_url: continueUrl }) })
}

/** The answer if one side lacks what an operation needs. `origin` leads people to the shop; `isOurs`: the shop has it. */
export function incompatibleAnswer(
  capability: string,
  { origin, isOurs }: { origin: string; isOurs: boolean },
): Answer {
  const message: UcpMessage = {
    type: 'error',
    code: 'capabilities_incompatible',
    content: isOurs
      ? `The profile of the platform does not list ${capability} in version ${UCP_VERSION}.`
      : `The shop does not offer ${capability} at present. People can buy on its pages.`,
    severity: 'unrecoverable',
  }
  return outcomeAnswer(new OutcomeError([message], `${origin}/`))
}
