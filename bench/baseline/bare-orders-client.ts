import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { work } from '../worker.ts'
import type { BareOrders, RecordedOrder } from './bare-orders.ts'

/** Replays the statements: each order in its own transaction, with its own number and key. */
async function run({
  databaseUrl,
  orders,
  clients,
  seconds,
}: BareOrders): Promise<{ took: number[]; seconds: number }> {
  const took: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  const client = async () => {
    const connection = new pg.Client({ connectionString: databaseUrl })
    await connection.connect()
    while (performance.now() < end) {
      const start = performance.now()
      const order = orders[Math.floor(Math.random() * orders.length)]
      if (order) await placeOne(connection, order)
      took.push(performance.now() - start)
    }
    await connection.end()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { took, seconds: (performance.now() - begin) / 1000 }
}

async function placeOne(
  connection: pg.Client,
  { statements, number, key, orderId }: RecordedOrder,
): Promise<void> {
  const newNumber = randomBytes(6)
    .toString('hex')
    .toUpperCase()
    .replace(/(.{4})(.{4})/, '$1-$2-')
  const newKey = randomUUID()
  let newId = orderId
  const inOrder = (value: unknown) => {
    if (value === orderId) return newId
    if (typeof value !== 'string') return value
    return value
      .replaceAll(number, newNumber)
      .replaceAll(number.toLowerCase(), newNumber.toLowerCase())
      .replaceAll(key, newKey)
      .replaceAll(String(orderId), String(newId))
  }
  await connection.query('begin')
  for (const [at, { text, values }] of statements.entries()) {
    const { rows } = await connection.query<{ id?: number }>({
      name: `s${at}`,
      text,
      values: values.map(inOrder),
    })
    if (text.includes('insert into shop_order')) newId = rows[0]?.id ?? 0
  }
  await connection.query('commit')
}

work(run)
