import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'

/** The published schemas of the protocol (folder `source` of its repository). Tests validate answers only where they are at hand. */
export const schemaFolder = process.env['UCP_SCHEMAS']

interface Schema {
  $id?: string
  $defs?: Record<string, object>
}

const base = 'https://ucp.dev/schemas/'

function load(folder: string): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  const paths = ['schemas', 'discovery'].flatMap((name) => globSync(join(folder, name, '**/*.json')))
  const schemas = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Schema)
  for (const schema of schemas) ajv.addSchema(schema)
  const ucp = schemas.find(({ $id }) => $id === `${base}ucp.json`)
  // The schema of a profile refers to ucp.json by an address that does not exist.
  ajv.addSchema({
    $id: `${base}schemas/ucp.json`,
    $defs: Object.fromEntries(
      Object.keys(ucp?.$defs ?? {}).map((name) => [name, { $ref: `${base}ucp.json#/$defs/${name}` }]),
    ),
  })
  return ajv
}

let loaded: Ajv2020 | undefined

/**
 * Expects a value to match a published schema, such as `shopping/cart.json` or `ucp.json#/$defs/error`. Does nothing where the schemas
 * are not at hand, so that the test around it has to expect something else, too.
 */
export function expectValid(schema: string, value: unknown): void {
  if (schemaFolder === undefined) return
  loaded ??= load(schemaFolder)
  const validate = loaded.getSchema(base + schema)
  if (!validate) throw new Error(`There is no schema ${schema}`)
  void validate(value)
  expect(validate.errors ?? [], schema).toEqual([])
}
