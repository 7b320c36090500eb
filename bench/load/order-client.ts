import { randomUUID } from 'node:crypto'
import { work } from '../worker.ts'
import { openConnection } from './connection.ts'
import type { OrderLoad, OrderResult } from './order-load.ts'
import { wire } from './request.ts'

async function run({ port, orders, clients, seconds }: OrderLoad): Promise<OrderResult> {
  const took: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  const shopper = async () => {
    let heard = Promise.withResolvers<number>()
    const connection = await openConnection(
      port,
      (status) => heard.resolve(status),
      (error) => heard.reject(error),
    )
    while (performance.now() < end) {
      const json = orders[Math.floor(Math.random() * orders.length)]
      const headers = { 'idempotency-key': randomUUID() }
      heard = Promise.withResolvers()
      const start = performance.now()
      connection.send(wire({ method: 'POST', path: '/api/orders', headers, json }, port))
      const status = await heard.promise
      took.push(performance.now() - start)
      if (status !== 201) throw new Error(`An order was answered with ${status}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, shopper))
  return { took, seconds: (performance.now() - begin) / 1000 }
}

work(run)
