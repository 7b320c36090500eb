import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startLoadClient } from './load.ts'
import { wire } from './request.ts'

/** A server that counts its answers; every hundredth is an error if `fails`. */
async function startCounting(fails: boolean) {
  let count = 0
  const server = createServer((_, response) => {
    count += 1
    response.writeHead(fails && count % 100 === 0 ? 503 : 200, { 'content-length': 6 }).end('answer')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, count: () => count }
}

async function load(port: number) {
  const client = startLoadClient()
  onTestFinished(() => client.stop())
  const requests = [wire({ method: 'GET', path: '/' }, port)]
  return client.order({ port, requests, connections: 4, seconds: 0.3, status: 200 })
}

test('every answer that the server gave is counted, over the time it took', async () => {
  const server = await startCounting(false)
  const { answers, seconds } = await load(server.port)
  expect(answers).toBeGreaterThan(20)
  expect(answers).toBe(server.count())
  expect(seconds).toBeGreaterThanOrEqual(0.3)
})

test('a server that is not there ends the run', async () => {
  await expect(load(1)).rejects.toThrow('ECONNREFUSED')
})

test('an answer with another status than the one that is due ends the run', async () => {
  const server = await startCounting(true)
  await expect(load(server.port)).rejects.toThrow('503')
})
