import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { nestFields, type Sent } from './bracket-names.ts'
import { AppError } from './errors.ts'

/** What a form sent: its fields as texts or what `nestFields` makes of them, its files as bytes, both by name. */
interface Form {
  fields: Record<string, Sent>
  files: Record<string, Buffer[]>
}

const mostFields = 400
const mostFiles = 30
/** Of all files together, because they are held in memory. */
const mostBytes = 64 * 1024 * 1024

/**
 * Reads a multipart body into memory. An empty file counts as none, as browsers send it where nothing was chosen. Throws
 * AppError 400 or 413 for files that the endpoint does not take, or not that large.
 */
export async function readMultipart(
  request: FastifyRequest,
  declared: NonNullable<Endpoint['files']>,
): Promise<Form> {
  const fields: [string, string][] = []
  // Without a prototype a field may have any name.
  const files = Object.create(null) as Form['files']
  const largest = Math.max(...Object.values(declared).map(({ maxBytes }) => maxBytes))
  const limits = { fileSize: largest, fields: mostFields, files: mostFiles, fieldSize: 200_000 }
  let total = 0
  for await (const part of partsOf(request, limits)) {
    if (part.type === 'field') {
      fields.push([part.fieldname, String(part.value)])
      continue
    }
    const allowed = Object.hasOwn(declared, part.fieldname) ? declared[part.fieldname] : undefined
    if (!allowed) throw refused(400, part.fieldname, 'No file is expected here')
    const bytes = await part.toBuffer()
    if (bytes.length === 0) continue
    total += bytes.length
    if (bytes.length > allowed.maxBytes || total > mostBytes)
      throw refused(413, part.fieldname, 'This file is too large')
    const before = files[part.fieldname] ?? []
    if (before.length > 0 && !allowed.many) throw refused(400, part.fieldname, 'One file is enough here')
    files[part.fieldname] = [...before, bytes]
  }
  return { fields: nestFields(fields), files }
}

/** What is no form at all is the sender's mistake; what the plugin refuses says so itself. */
async function* partsOf(request: FastifyRequest, limits: object) {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new AppError(400, 'invalid_form', 'This form could not be read.')
  }
}

const refused = (status: number, path: string, message: string) =>
  new AppError(status, status === 413 ? 'file_too_large' : 'invalid_input', message, [{ path, message }])
