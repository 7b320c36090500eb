import type { FastifyInstance } from 'fastify'

interface Form {
  cookies?: ReadonlyMap<string, string>
  fields?: Record<string, string | number>
  /** By the name of the field; a plain PNG where nothing else is said. */
  files?: readonly (readonly [field: string, bytes: Buffer, name?: string, type?: string])[]
}

/** Sends a multipart form to the API, byte for byte: names of files are not made harmless as a browser would. */
export async function sendForm(
  app: FastifyInstance,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  { cookies = new Map<string, string>(), fields = {}, files = [] }: Form,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const boundary = 'haat-test-boundary'
  const part = (head: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ])
  const parts = [
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, Buffer.from(String(value)))),
    ...files.map(([field, bytes, name = 'picture.png', type = 'image/png']) =>
      part(`name="${field}"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
    ),
  ]
  const response = await app.inject({
    method,
    url: `/api/${path}`,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  })
  return { status: response.statusCode, body: response.json() }
}
