import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startLoadClient } from './load.ts'
import { wire } from './request.ts'

/** A server that counts its answers. With `fails` every second is an error. */
async function startCounting(fails: boolean) {
  let count = 0
  const server = createServer((_, response) => {
    count += 1
    response.writeHead(fails && count % 2 === 0 ? 503 : 200, { 'content-length': 6 }).end('answer')
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

test('counts every answer of the server, and the time', async () => {
  const server = await startCounting(false)
  const { answers, seconds } = await load(server.port)
  // Each connection has one, however slow the machine is.
  expect(answers).toBeGreaterThanOrEqual(4)
  expect(answers).toBe(server.count())
  expect(seconds).toBeGreaterThanOrEqual(0.3)
})

test('ends the run if the server is unreachable', async () => {
  await expect(load(1)).rejects.toThrow('ECONNREFUSED')
})

test('ends the run at an unexpected status', async () => {
  const server = await startCounting(true)
  await expect(load(server.port)).rejects.toThrow('503')
})

test('renews the idempotency key of each request', async () => {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']?.toString())
    response.writeHead(200, { 'content-length': 0 }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const client = startLoadClient()
  onTestFinished(() => client.stop())
  const headers = { 'idempotency-key': randomUUID() }
  const requests = [wire({ method: 'GET', path: '/', headers }, port)]
  await client.order({ port, requests, connections: 4, seconds: 0.2, status: 200 })
  expect(keys.length).toBeGreaterThanOrEqual(4)
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[\da-f-]{36}$/)
})
