import { z } from 'zod'
import { errorAnswer, type Audience, type Endpoint } from '#contract/endpoint.ts'
import { openApiWebhooks } from './events.ts'

type Json = Record<string, unknown>

/** The description of one call, for the OpenAPI file and for the page. */
export interface Operation {
  method: string
  path: string
  summary: string
  audience: Audience
  /** JSON Schemas */
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Json }[]
  body: Json | undefined
  bodyRequired: boolean
  /** The files that a multipart body may contain beside the fields of the body, by field. Undefined: it takes none. */
  files: Record<string, Json> | undefined
  answer: Json
  /** The media type, if a success is a file and not JSON. */
  media: string | undefined
  created: boolean
}

/** The OpenAPI 3.1 description of the calls, derived from the schemas that validate them. */
export function openApi(endpoints: readonly Endpoint[], title: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const operation = describe(endpoint)
    const path = `/${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOpenApi(operation) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1',
      description:
        'The session cookie, which sign-in sets, identifies the caller. Programs send an API key instead, which the dashboard creates, to the calls of staff.',
    },
    servers: [{ url: '/api' }],
    paths,
    webhooks: openApiWebhooks(),
    components: {
      schemas: { Error: jsonSchema(errorAnswer, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
      headers: limitHeaders,
      responses: {
        Error: { description: 'The error', content: json({ $ref: '#/components/schemas/Error' }) },
        TooMany: {
          description: 'Too many calls for now',
          headers: refsTo('RateLimit-Policy', 'RateLimit', 'Retry-After'),
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  }
}

const stringHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
})

/** Headers of the answers to calls with an API key, as in draft-ietf-httpapi-ratelimit-headers-09. */
const limitHeaders = {
  'RateLimit-Policy': stringHeader(
    'With an API key: q calls at once, and as many again over w seconds',
    '"api-key";q=600;w=60',
  ),
  RateLimit: stringHeader(
    'With an API key: r calls are left now; in t seconds without a call all are allowed again',
    '"api-key";r=50;t=55',
  ),
  'Retry-After': stringHeader('With status 429 or 503: the seconds until the next try', '1'),
}
const refsTo = (...names: (keyof typeof limitHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Describes one endpoint in JSON Schema. */
export function describe(endpoint: Endpoint): Operation {
  const { method, path, summary, audience, takesIdempotencyKey, input, answer, media, created } = endpoint
  const files = Object.entries(endpoint.files ?? {}).map(([name, file]) => [name, fileSchema(file)] as const)
  const { properties = {}, required = [], ...rest } = jsonSchema(input, 'input')
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))
  const fields = Object.entries(properties as Record<string, Json>)
  const isRequired = (name: string) => (required as string[]).includes(name)
  const body = fields.filter(([name]) => !inPath.includes(name))
  const parameter =
    (place: 'path' | 'query') =>
    ([name, schema]: [string, Json]) => ({
      name,
      in: place,
      required: place === 'path' || isRequired(name),
      schema,
    })
  return {
    method,
    path,
    summary,
    audience,
    parameters: [
      ...fields.filter(([name]) => inPath.includes(name)).map(parameter('path')),
      ...(method === 'GET' ? body.map(parameter('query')) : []),
      ...(takesIdempotencyKey ? [idempotencyKey] : []),
    ],
    body:
      method === 'GET' || body.length === 0
        ? undefined
        : {
            ...rest,
            properties: Object.fromEntries(body),
            required: body.map(([name]) => name).filter(isRequired),
          },
    bodyRequired: body.some(([name]) => isRequired(name)),
    files: files.length > 0 ? Object.fromEntries(files) : undefined,
    answer: wrapAnswer(media ? {} : jsonSchema(answer, 'output')),
    media,
    created: created ?? false,
  }
}

/** A file field of a form; `maxBytes` is the limit of each file. */
function fileSchema({ maxBytes, many }: NonNullable<Endpoint['files']>[string]): Json {
  const megabytes = maxBytes / 1024 / 1024
  const file = { type: 'string', format: 'binary', description: `a file of at most ${megabytes} MB` }
  return many ? { anyOf: [file, { type: 'array', items: file }] } : file
}

const idempotencyKey: Operation['parameters'][number] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'the same key and input within 24 hours have one effect and one answer',
  },
}

function toOpenApi({
  method,
  path,
  summary,
  audience,
  parameters,
  body,
  bodyRequired,
  files,
  answer,
  media,
  created,
}: Operation): Json {
  return {
    operationId: `${method.toLowerCase()}-${path.replace(/[^\w]+/g, '-')}`,
    summary,
    tags: [path.split('/')[0]],
    'x-audience': audience,
    ...(audience !== 'public' && {
      security: [
        ...(audience === 'visitor' ? [{}] : []),
        { session: [] },
        ...(audience.startsWith('staff') ? [{ apiKey: [] }] : []),
      ],
    }),
    ...(parameters.length > 0 && { parameters }),
    ...((body ?? files) && {
      requestBody: {
        required: bodyRequired,
        content: { ...(body && json(body)), ...(files && form(body, files)) },
      },
    }),
    responses: {
      [created ? 201 : 200]: {
        description: 'The answer',
        ...(audience.startsWith('staff') && { headers: refsTo('RateLimit-Policy', 'RateLimit') }),
        content: media ? { [media]: {} } : json(answer),
      },
      ...(audience.startsWith('staff') && { 429: { $ref: '#/components/responses/TooMany' } }),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

const form = (body: Json | undefined, files: Json) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      ...body,
      properties: { ...(body?.['properties'] as Json | undefined), ...files },
    },
  },
})

function wrapAnswer({ properties, required, ...rest }: Json): Json {
  return {
    ...rest,
    properties: { status: { const: true }, message: { type: 'string' }, ...(properties as Json) },
    required: ['status', 'message', ...((required as string[] | undefined) ?? [])],
  }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
