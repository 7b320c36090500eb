import { z } from 'zod'

/** A message of JSON-RPC 2.0. Without an id it is a notification, which gets no answer. */
export const rpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})

export type RpcId = string | number | null

/** JSON-RPC codes by the code of the failure; the others follow from the status. */
const codes: Readonly<Record<string, number>> = {
  invalid_profile_url: -32001,
  profile_unreachable: -32001,
  profile_malformed: -32001,
  version_unsupported: -32001,
  digest_mismatch: -32600,
  algorithm_unsupported: -32600,
  invalid_request: -32600,
  invalid_json: -32700,
  method_not_found: -32601,
}

/** Why a message could not be handled. `status` is that of HTTP. */
export interface RpcFailure {
  status: number
  code: string
  message: string
  /** Seconds. */
  retryAfter?: number | undefined
}

function rpcCode({ code, status }: RpcFailure): number {
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  if (known !== undefined) return known
  if (status === 400 || status === 422) return -32602
  return status === 500 ? -32603 : -32000
}

/** The answer to a call that could not be handled. */
export function rpcFailure(id: RpcId, failure: RpcFailure): object {
  const { code, message, retryAfter } = failure
  const data = { code, content: message, ...(retryAfter !== undefined && { retry_after: retryAfter }) }
  return { jsonrpc: '2.0', id, error: { code: rpcCode(failure), message, data } }
}

export const rpcResult = (id: RpcId, result: object) => ({ jsonrpc: '2.0', id, result })
