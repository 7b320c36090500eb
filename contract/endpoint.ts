import { z } from 'zod'

/** What a staff role may be allowed to do. Role 1 may do all of it. */
export const permissions = [
  'catalogue',
  'orders',
  'customers',
  'marketing',
  'content',
  'settings',
  'staff',
] as const
export type Permission = (typeof permissions)[number]

/**
 * Who may call an endpoint. `public`: anyone, and the answer is the same for everyone. `visitor`: anyone, known by
 * session or visitor cookie. `customer`: any signed-in user. `staff:…`: a signed-in user whose role has that permission.
 * `staff`: a signed-in user whose role has any permission; what the call is about decides which one is needed.
 */
export type Audience = 'public' | 'visitor' | 'customer' | 'staff' | `staff:${Permission}`

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: everything that client, server and documentation need to know about it. */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  method: Method
  /** Below `/api/`, without a leading slash; parameters as `:name`. */
  path: string
  audience: Audience
  /** Also for who still has a password that was given: what is needed to choose another one. */
  withGivenPassword?: true
  /** One sentence for the documentation. */
  summary: string
  /**
   * Sent by another server, which proves itself by a signature over the bytes of the body: they reach the handler as they
   * came, 256 kB of them at most.
   */
  signed?: true
  /** Its success is a 201. */
  created?: true
  /** Path parameters, query (GET) and body together. */
  input: Input
  /** Names of the files that may come with it, as multipart/form-data, each with the bytes it may have at most. */
  files?: Record<string, { maxBytes: number; many?: boolean }>
  /** The answer beside `status` and `message`: usually `{ data }`. */
  answer: Answer
  /** Its success is a file of this media type, and not JSON: `answer` is `fileAnswer`. Who is refused hears so in JSON. */
  media?: 'application/pdf' | 'text/csv; charset=utf-8'
  /**
   * Present on public reads: the answer is kept as bytes until the shop's catalogue changes. `product` names the one
   * product whose stock and comments the answer shows as well, if there is one. `seconds`: no longer than this, where
   * the clock alone changes the answer.
   */
  cache?: { product?(input: z.output<Input>): number | undefined; seconds?: number }
}

/** A file that is made for who asks. */
export const fileAnswer = z.object({
  name: z
    .string()
    .regex(/^[\w.-]+$/)
    .describe('file name'),
  bytes: z.instanceof(Uint8Array),
})
export type FileAnswer = z.infer<typeof fileAnswer>

/** Declares an endpoint; the identity function, there for its types: method and path are kept to the letter. */
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
 * Calls an endpoint: over HTTP in the browser, in-process while a page is rendered on the server.
 * Rejects with an error that carries the `ErrorAnswer`.
 */
export type Call = <I extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<I, A>,
  input: z.input<I>,
) => Promise<z.output<A> & { message: string }>

/** What an endpoint answered to the form that a page was sent. */
export interface Submitted {
  status: number
  /** An `ErrorAnswer` where the status is 400 or above. */
  answer: { message: string; issues?: ErrorAnswer['issues'] }
  /** As they were typed, files aside. */
  fields: Record<string, string>
  /** Lines for Set-Cookie. */
  cookies: string[]
}

/** Hands the form that a page was sent to an endpoint. */
export type Submit = (endpoint: Endpoint) => Promise<Submitted>

/** Every answer that is not a success, with its HTTP status. */
export const errorAnswer = z.object({
  status: z.literal(false),
  message: z.string().describe('a sentence for a person'),
  code: z.string().describe('snake_case, for programs'),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  data: z.unknown().optional().describe('what is needed to go on, such as a new total'),
  requestId: z.string().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
