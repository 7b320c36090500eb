import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '#contract/index.ts'
import { apiTitle } from '#server/http/docs/docs.ts'
import { clientTypes } from '#server/http/docs/client-types.ts'
import { openApi } from '#server/http/docs/openapi.ts'

// `npm run openapi` writes the contract for readers of the repository, and for the client. A test checks that the files are
// current.
const file = join(import.meta.dirname, '../../docs/openapi.json')
writeFileSync(file, `${JSON.stringify(openApi(endpoints, apiTitle), null, 2)}\n`)
writeFileSync(join(import.meta.dirname, '../../client/calls.ts'), clientTypes(endpoints))
