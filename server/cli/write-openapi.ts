import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '#contract/index.ts'
import { apiTitle } from '#server/http/docs.ts'
import { openApi } from '#server/http/openapi.ts'

// npm run openapi: the contract for whoever reads the repository. A test holds the file current.
const file = join(import.meta.dirname, '../../docs/openapi.json')
writeFileSync(file, `${JSON.stringify(openApi(endpoints, apiTitle), null, 2)}\n`)
