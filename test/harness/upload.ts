import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Outcome, Person } from './person.ts'

/** Sends a form with files, as a browser does, in the name of somebody at shop 1. */
export async function upload<I extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  { cookies }: Person,
  endpoint: Endpoint<I, A>,
  fields: Record<string, string>,
  files: Record<string, Buffer>,
): Promise<Outcome<A>> {
  const form = new FormData()
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => fields[name] ?? '')
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  for (const [name, value] of Object.entries(fields)) if (!inPath.has(name)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' }))
  }
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const response = await app.inject({
    method: endpoint.method,
    url: `/api/${path}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  const body = response.json()
  const { message, code, issues } = body
  const answer = response.statusCode === 200 ? endpoint.answer.parse(body) : undefined
  return { status: response.statusCode, message, code, issues, answer: answer as never }
}
