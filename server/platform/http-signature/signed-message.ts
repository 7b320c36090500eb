import { serializeInnerList, serializeItem, type InnerList, type Item } from '../structured-fields.ts'
import { invalidSignature } from './signature-error.ts'

/** An HTTP request as its sender saw it. */
export interface SignedRequest {
  method: string
  /** Host in lower case, with a port unless it is the default one. */
  authority: string
  /** As in the request line: not decoded. */
  path: string
  /** With its question mark; empty if there is none. */
  query: string
}

/** What a signature covers: a request, or the answer with this status. */
export interface SignedMessage {
  request?: SignedRequest
  status?: number
  /** By name in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body?: Buffer | undefined
}

/** The value of a header as it is signed: all lines with this name. */
export function headerOf({ headers }: Pick<SignedMessage, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  if (value === undefined) return undefined
  return [value]
    .flat()
    .map((line) => line.replace(/\r?\n[ \t]+/g, ' ').trim())
    .join(', ')
}

/** The bytes that are signed (RFC 9421, section 2.5). Throws a SignatureError for a component that the message does not have. */
export function signatureBase(message: SignedMessage, components: InnerList): string {
  const lines = components[0].map((item) => `${serializeItem(item)}: ${componentValue(message, item)}`)
  if (new Set(lines).size < lines.length) throw invalidSignature('A component is covered twice')
  return [...lines, `"@signature-params": ${serializeInnerList(components)}`].join('\n')
}

function componentValue(message: SignedMessage, [name, parameters]: Item): string {
  if (typeof name !== 'string') throw invalidSignature('A component is no string')
  if (parameters.size > 0) throw invalidSignature(`The parameters of ${name} are not supported`)
  const value = name.startsWith('@') ? derivedValue(message, name) : headerOf(message, name)
  if (value === undefined) throw invalidSignature(`The message has no ${name}`)
  return value
}

function derivedValue({ request, status }: SignedMessage, name: string): string | undefined {
  if (name === '@status') return status === undefined ? undefined : String(status)
  if (!request) return undefined
  const { method, authority, path, query } = request
  const values = new Map([
    ['@method', method],
    ['@authority', authority],
    ['@path', path],
    ['@query', query || '?'],
    ['@request-target', path + query],
  ])
  return values.get(name)
}
