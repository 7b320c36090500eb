// `npm run schema`: generates Kysely's table types from the migrations. A test keeps the file current.

import { writeFileSync } from 'node:fs'
import { connect } from '#server/db/connect.ts'
import { root } from '#test/project-files.ts'
import { schemaTypes } from './schema-types.ts'
import { createDatabase, startTestServer } from '../app/database-server.ts'

const { serverUrl, template, stop } = await startTestServer()
const db = connect(await createDatabase(serverUrl, template, `template ${template}`))
writeFileSync(`${root}server/db/schema.ts`, await schemaTypes(db))
await db.destroy()
await stop()
