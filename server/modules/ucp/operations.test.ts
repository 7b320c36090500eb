import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { schemaFolder } from '#test/harness/ucp/schemas.ts'
import { testOperations } from '#test/harness/ucp/test-operations.ts'
import { ucpDoors } from './door/door.ts'
import type { UcpOperation } from './operation.ts'
import { operations } from './operations.ts'

/** Addresses below the endpoint that belong to no operation. */
const others = ['GET /ucp/handlers/:name', 'POST /ucp/mcp']

/** What is mounted for these operations, apart from refusals. */
async function mountedFor(list: readonly UcpOperation[]): Promise<string[]> {
  const app = fastify()
  const found: string[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method !== 'HEAD' && !(config && 'refuses' in config)) found.push(`${method.toString()} ${url}`)
  })
  const deps = { operations: list, services: { mayReach: () => false } }
  await app.register(ucpDoors, { prefix: '/ucp', ...deps } as never)
  return found
}

test.each([
  ['of the test', testOperations().operations],
  ['of the shop', operations],
])('the operations %s are mounted, and nothing else', async (_, list) => {
  const expected = list.map(({ method, path }) => `${method} /ucp${path}`)
  expect((await mountedFor(list)).toSorted()).toEqual([...expected, ...others].toSorted())
})

test('names and addresses are unique, and reading by GET has no body', () => {
  expect(new Set(operations.map(({ tool }) => tool)).size).toBe(operations.length)
  expect(operations.filter(({ method, argument }) => method === 'GET' && argument !== undefined)).toEqual([])
})

test('the operations are those that the protocol publishes', () => {
  expect(operations.map(({ tool }) => tool).toSorted()).toEqual(published)
  if (schemaFolder === undefined) return
  const { paths } = JSON.parse(
    readFileSync(join(schemaFolder, 'services/shopping/rest.openapi.json'), 'utf8'),
  ) as { paths: Record<string, Record<string, { operationId?: string }>> }
  for (const { tool, method, path } of operations) {
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.operationId, path).toBe(tool)
  }
})

/** All operations of version 2026-04-08 but those for signing in. */
const published = [
  'cancel_cart',
  'cancel_checkout',
  'complete_checkout',
  'create_cart',
  'create_checkout',
  'get_cart',
  'get_checkout',
  'get_order',
  'get_product',
  'lookup_catalog',
  'search_catalog',
  'update_cart',
  'update_checkout',
]
