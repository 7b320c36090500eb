import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { compress } from '#server/http/cache/compression.ts'
import { work } from '../worker.ts'
import type { Query } from './one-query.ts'

/** The minimal server that answers from a database. Fastify parses a JSON body by default. */
async function serve({ databaseUrl, text, values, connections, all }: Query): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  // The database may stop before this server.
  pool.on('error', () => {})
  const app = fastify()
  app.all('/api/*', async (_request, reply) => {
    const { rows } = await pool.query<object>(text, values)
    if (!all) return rows[0]
    void reply.type('application/json; charset=utf-8').header('content-encoding', 'br')
    return compress(Buffer.from(JSON.stringify(rows)), 'br', 'quick')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

work(serve)
