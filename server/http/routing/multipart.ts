import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { nestFields, type NestedField } from './nested-fields.ts'

/** A form: fields as texts or as `nestFields` groups them, files as bytes, both by name. */
interface Form {
  fields: Record<string, NestedField>
  files: Record<string, Buffer[]>
}

const MAX_FIELDS = 400
const MAX_FIELD_BYTES = 200_000
const MAX_FILES = 30
/** The limit for all files of a form together, because memory holds them. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/**
 * Reads a multipart body into memory. Empty files do not count: browsers send one if the user chose none.
 * Throws AppError 400 or 413 for undeclared or too large files, and for a body that is no form or ends too early.
 */
export async function readMultipart(
  request: FastifyRequest,
  declared: NonNullable<Endpoint['files']>,
): Promise<Form> {
  const { fields, files } = await readParts(request, declared).catch(refuseBrokenForm)
  return { fields: nestFields(fields), files }
}

async function readParts(request: FastifyRequest, declared: NonNullable<Endpoint['files']>) {
  const fields: [string, string][] = []
  // Without a prototype any field name is safe.
  const files = Object.create(null) as Form['files']
  const fileSize = Math.max(...Object.values(declared).map(({ maxBytes }) => maxBytes))
  const limits = { fileSize, fields: MAX_FIELDS, files: MAX_FILES, fieldSize: MAX_FIELD_BYTES }
  let total = 0
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields.push([part.fieldname, String(part.value)])
      continue
    }
    const allowed = Object.hasOwn(declared, part.fieldname) ? declared[part.fieldname] : undefined
    if (!allowed) throw refused(400, part.fieldname, 'This form takes no file here')
    const bytes = await part.toBuffer()
    if (bytes.length === 0) continue
    total += bytes.length
    if (bytes.length > allowed.maxBytes || total > MAX_TOTAL_BYTES)
      throw refused(413, part.fieldname, 'This file is too large')
    const earlier = files[part.fieldname] ?? []
    if (earlier.length > 0 && !allowed.many) throw refused(400, part.fieldname, 'Please choose one file only')
    files[part.fieldname] = [...earlier, bytes]
  }
  return { fields, files }
}

/** Errors of the plugin carry their status. Anything else means that the body is no form, or not a whole one. */
function refuseBrokenForm(error: unknown): never {
  if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error
  throw new AppError(400, 'invalid_form', 'We couldn’t read this form. Please send it again.')
}

const refused = (status: number, path: string, message: string) =>
  new AppError(status, status === 413 ? 'file_too_large' : 'invalid_input', message, [{ path, message }])
