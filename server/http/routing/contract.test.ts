import { Validator } from '@seriousme/openapi-schema-validator'
import { eventKinds } from '#contract/events/kinds.ts'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { routes } from '#server/app.ts'
import { testApp } from '#test/harness/app/app.ts'
import { apiTitle } from '../docs/docs.ts'
import { clientTypes } from '#server/http/docs/client-types.ts'
import { openApi } from '../docs/openapi.ts'

const { app, stop } = await testApp()
afterAll(stop)

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('the contract', () => {
  it('lists exactly the mounted routes', () => {
    const promised = endpoints.map(nameOf).toSorted()
    expect(promised.length).toBeGreaterThan(10)
    expect(routes.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(promised)
    for (const { method, path } of endpoints) {
      expect(app.hasRoute({ method, url: `/api/${path}` }), `${method} ${path}`).toBe(true)
    }
  })

  it('lists each call once', () => {
    expect(new Set(endpoints.map(nameOf)).size).toBe(endpoints.length)
  })

  it('equals docs/openapi.json (`npm run openapi` updates it)', async () => {
    const written: unknown = JSON.parse(await readFile('docs/openapi.json', 'utf8'))
    expect(written).toEqual(openApi(endpoints, apiTitle))
  })

  it('equals client/calls.ts (`npm run openapi` updates it)', async () => {
    expect(await readFile('client/calls.ts', 'utf8')).toBe(clientTypes(endpoints))
  })

  it('is valid by the schemas of the OpenAPI Initiative', async () => {
    const document = openApi(endpoints, apiTitle)
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    // It would notice an error.
    const broken = { ...document, webhooks: { 'order.placed': { post: { requestBody: { content: 1 } } } } }
    expect((await new Validator().validate(structuredClone(broken))).valid).toBe(false)
    expect(Object.keys(document['webhooks'] as object)).toEqual(Object.keys(eventKinds))
  })

  it.each(Object.entries(eventKinds))('the example of %s fits its schema', (_kind, { data, example }) => {
    expect(data.parse(example)).toEqual(example)
  })

  it('is served for programs and for people', async () => {
    const machine = await app.inject('/api/openapi.json')
    expect(machine.json()).toEqual(openApi(endpoints, apiTitle))
    const page = await app.inject('/api/docs')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { path, summary } of endpoints) {
      expect(page.body).toContain(`/api/${path}`)
      expect(page.body).toContain(summary.replaceAll("'", '&#39;'))
    }
    for (const program of await readdir('client/examples'))
      expect(page.body).toContain(`<h4><code>${program}</code></h4>`)
    expect((await app.inject('/api/docs.css')).statusCode).toBe(200)
  })

  it.each(endpoints)('$method $path refuses other methods', async ({ method, path }) => {
    const url = `/api/${path.replace(/:\w+/g, 'x')}`
    const taken = endpoints.filter((other) => other.path === path).map((other) => other.method)
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (taken.includes(other)) continue
      const refused = await app.inject({ method: other, url })
      expect(refused.statusCode, other).toBe(405)
      expect(refused.headers['allow']).toContain(method)
      expect(refused.json()).toMatchObject({ status: false, code: 'method_not_allowed' })
    }
    const options = await app.inject({ method: 'OPTIONS', url })
    expect(options.statusCode).toBe(204)
    expect(options.headers['allow']).toContain(method)
    expect(options.headers['access-control-allow-origin']).toBeUndefined()
  })
})
