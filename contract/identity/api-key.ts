import { z } from 'zod'
import { optionalMoment } from '../admin-fields.ts'
import { endpoint, permissions } from '../endpoint.ts'
import { id, moment, text } from '../fields.ts'

/** What an API key may be allowed. Managing staff, and API keys themselves, takes a person. */
export const apiKeyPermissions = permissions.filter((permission) => permission !== 'staff')

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Enter an address such as 203.0.113.7, or a network such as 203.0.113.0/24',
)

export const apiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  permissions: z.array(z.enum(apiKeyPermissions)),
  readOnly: z.boolean().describe('true: its calls that change something are refused'),
  networks: z.array(z.string()).describe('the addresses and networks that may use it; empty: all'),
  ending: z.string().describe('the last four characters of the key'),
  createdBy: z.string().describe('whose permissions limit those of the key'),
  created_at: moment,
  expiresAt: moment.nullable(),
  expired: z.boolean(),
  lastUsedAt: moment.nullable().describe('to within five minutes'),
})
export type ApiKey = z.infer<typeof apiKey>

export const getApiKeys = endpoint({
  method: 'GET',
  path: 'admin/api-keys',
  audience: 'staff:staff',
  summary: 'The API keys of the shop, newest first, without their secrets',
  input: z.strictObject({}),
  answer: z.object({ data: z.array(apiKey) }),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: 'admin/api-keys',
  audience: 'staff:staff',
  created: true,
  summary: 'Creates an API key. The answer is the only one that contains it: Authorization: Bearer {key}',
  input: z.strictObject({
    name: text(60).trim().min(1, 'Name the program that uses this key'),
    permissions: z.array(z.enum(apiKeyPermissions)).min(1, 'Choose at least one permission'),
    readOnly: z.boolean().default(false).describe('true: it can read and changes nothing'),
    expiresAt: optionalMoment.default(null).describe('null: the key does not expire'),
    networks: z.array(network).max(20, 'Enter at most 20 networks').default([]),
  }),
  answer: z.object({ data: z.object({ id: z.number().int(), key: z.string() }) }),
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: 'admin/api-keys/:id',
  audience: 'staff:staff',
  summary: 'Revokes an API key; its next call is refused',
  input: z.strictObject({ id }),
  answer: z.object({}),
})
