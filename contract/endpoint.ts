import { z } from 'zod'

/** The permissions of staff roles. Role 1, the administrator, has all of them. */
export const permissions = [
  'catalog',
  'orders',
  'refunds',
  'customers',
  'exports',
  'reports',
  'marketing',
  'content',
  'settings',
  'events',
  'assistants',
  'staff',
] as const
export type Permission = (typeof permissions)[number]

/**
 * `public`: anyone, and the answer is the same for everyone. `visitor`: anyone, identified by session or visitor cookie.
 * `customer`: any signed-in user. `staff:…`: a user whose role has that permission, or both of `staff:orders+refunds`. `staff`: a user whose
 * role has any permission; the handler checks the right one.
 */
export type Audience =
  | 'public'
  | 'visitor'
  | 'customer'
  | 'staff'
  | `staff:${Permission}`
  | `staff:${Permission}+${Permission}`

/** The permissions that an audience names; none for `staff` and for those who are not staff. */
export function permissionsOf(audience: Audience): Permission[] {
  const [, named] = audience.split(':')
  return named ? (named.split('+') as Permission[]) : []
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: everything that client, server and documentation share about it. */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  method: Method
  /** Below `/api/`, without a leading slash; parameters as `:name`. */
  path: string
  audience: Audience
  /**
   * How long the call may wait for the database in total, if its method does not tell: a `read` by POST waits as long as a GET;
   * a `bulk` change of many records has a limit for each statement only.
   */
  timing?: 'read' | 'bulk'
  /** Allowed before the user has replaced a password that staff set; only calls that the replacement needs. */
  withGivenPassword?: true
  /** One sentence for the documentation. */
  summary: string
  /**
   * Another server calls this and signs the bytes of the body. The handler receives these bytes unchanged, at most 256 kB.
   */
  signed?: true
  /** Takes a JSON body or a form and ignores it: all input is in the path. Mailboxes unsubscribe with a form (RFC 8058). */
  ignoresBody?: true
  /** A success has status 201. */
  created?: true
  /**
   * Takes the header Idempotency-Key: the same key and input have one effect and one answer, for 24 hours. Every call of staff
   * that adds a row, sends an email, changes values relatively or moves an order to its next state takes one.
   */
  takesIdempotencyKey?: true
  /** Path parameters together with the query (GET) or the body. */
  input: Input
  /** The files that a multipart/form-data body may contain, by field name, with the maximum size of each. */
  files?: Record<string, { maxBytes: number; many?: boolean }>
  /** The fields of the answer beside `status` and `message`: usually `{ data }`. */
  answer: Answer
  /** A success is a file of this media type, and `answer` is `fileAnswer` or `fileStreamAnswer`. Errors are JSON. */
  media?: 'application/pdf' | 'application/zip' | 'text/csv; charset=utf-8'
  /**
   * Present on public reads: the answer is cached until the shop's catalog changes. `product` names the product whose stock
   * and comments the answer shows, if any. `seconds` is the longest time in the cache, for answers that change with time; with
   * `until` the answer's `data.until` (ISO 8601) says when it changes.
   */
  cache?: {
    product?(input: z.output<Input>): number | undefined
    seconds?: number
    until?: true
  }
}

const fileName = z
  .string()
  .regex(/^[\w.-]+$/)
  .describe('file name')

/** A generated file. */
export const fileAnswer = z.object({ name: fileName, bytes: z.instanceof(Uint8Array) })
export type FileAnswer = z.infer<typeof fileAnswer>

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A file of any size, which is sent while it is read. */
export const fileStreamAnswer = z.object({
  name: fileName,
  /** The media type, if it is not that of the endpoint. */
  media: z.string().optional(),
  stream: z.custom<AsyncIterable<Uint8Array>>(isStream),
})

/** Declares an endpoint. It returns its argument; its type keeps method and path as literals. */
export function endpoint<
  Input extends z.ZodType,
  Answer extends z.ZodType,
  const M extends Method,
  const Path extends string,
>(
  definition: Endpoint<Input, Answer> & { method: M; path: Path },
): Endpoint<Input, Answer> & { method: M; path: Path } {
  return definition
}

/**
 * Calls an endpoint: over HTTP in the browser, in-process during rendering on the server. Rejects with an error that carries
 * the `ErrorAnswer`. In-process answers are frozen.
 */
export type Call = <I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  input: z.input<I>,
) => Promise<z.output<A> & { message: string }>

/** The answer of an endpoint to a form that was posted to a page. */
export interface Submitted {
  status: number
  /** An `ErrorAnswer` if the status is 400 or above. */
  answer: { message: string; code?: string; issues?: ErrorAnswer['issues']; data?: unknown }
  /** Values for Set-Cookie headers. */
  cookies: string[]
}

/** A form that was posted to a page: forms work without JavaScript this way. */
export interface PostedForm {
  /** The fields as the user typed them, without files. Of several with the same name, the last. */
  fields: Readonly<Record<string, string>>
  /**
   * Sends the fields to an endpoint as the sender of the form, or the input that was made from them. A field `key` becomes
   * the Idempotency-Key. Files are sent only with the fields as they are.
   */
  submit(endpoint: Endpoint, input?: Readonly<Record<string, unknown>>): Promise<Submitted>
}

/** The body of every answer that is not a success. */
export const errorAnswer = z.object({
  status: z.literal(false),
  message: z.string().describe('a sentence for people'),
  code: z.string().describe('snake_case, for programs'),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  data: z.unknown().optional().describe('what the caller needs to continue, such as a new total'),
  requestId: z.string().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
