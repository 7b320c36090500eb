// `npm run schema`: generates Kysely's table types and docs/schema.sql from the migrations. A test keeps both current.

import { writeFileSync } from 'node:fs'
import { connect } from '#server/db/connect.ts'
import { read, root } from '#test/project-files.ts'
import { schemaSql } from './schema-sql.ts'
import { schemaTypes } from './schema-types.ts'
import { createDatabase, startTestServer } from '../../app/database-server.ts'

const { serverUrl, template, stop } = await startTestServer()
const db = connect(await createDatabase(serverUrl, template, `template ${template}`))
writeFileSync(`${root}server/db/schema.ts`, await schemaTypes(db))
writeFileSync(`${root}docs/schema.sql`, await schemaSql(db, read('docs/database.md')))
await db.destroy()
await stop()
