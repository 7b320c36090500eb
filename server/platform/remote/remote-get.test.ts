import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttpsServer } from '#test/harness/services/https-server.ts'
import { isPublicAddress } from './remote-address.ts'
import { getText, isRemoteUrl } from './remote-get.ts'

const server = createServer((request, response) => {
  if (request.url === '/aged') response.setHeader('cache-control', 'public, max-age=90, must-revalidate')
  if (request.url === '/fleeting') response.setHeader('cache-control', 'no-store')
  if (request.url === '/moved') return response.writeHead(302, { location: '/aged' }).end()
  if (request.url === '/missing') return response.writeHead(404).end('{}')
  if (request.url === '/large') {
    const write = () => {
      while (response.write(Buffer.alloc(1024 * 1024, 32)));
      response.once('drain', write)
    }
    response.on('close', () => response.removeAllListeners('drain'))
    return write()
  }
  if (request.url === '/hanging') return undefined
  if (request.url === '/slow') {
    const timer = setInterval(() => response.write(' '), 50)
    return response.on('close', () => clearInterval(timer))
  }
  return response.end('{"a":1}')
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())

const get = (path: string) => getText(new URL(origin + path), { isAllowed: () => true, timeoutMs: 500 })

test('reads a text with the age that its origin allows', async () => {
  expect(await get('/')).toEqual({ text: '{"a":1}', isCut: false, maxAgeSeconds: undefined })
  expect(await get('/aged')).toMatchObject({ maxAgeSeconds: 90 })
  expect(await get('/fleeting')).toMatchObject({ maxAgeSeconds: 0 })
})

test('reads 64 kB and no more', async () => {
  const { text, isCut } = await get('/large')
  expect([text.length, isCut]).toEqual([65_536, true])
})

test.each([
  ['/moved', 'The server answered 302'],
  ['/missing', 'The server answered 404'],
  ['/hanging', 'The server took too long to answer'],
  ['/slow', 'The server took too long to answer'],
])('refuses %s', async (path, message) => {
  await expect(get(path)).rejects.toThrow(message)
})

test('reads nothing from this machine or without encryption, unless the installation allows it', async () => {
  const isAllowed = isPublicAddress
  await expect(getText(new URL(origin), { isAllowed })).rejects.toThrow('does not begin with https://')
  const encrypted = await startHttpsServer()
  await expect(getText(new URL(encrypted.url), { isAllowed })).rejects.toThrow('not on the public web')
  await encrypted.stop()
  expect(isRemoteUrl(new URL('http://agent.example/'), isAllowed)).toBe(false)
  expect(isRemoteUrl(new URL('https://agent.example/'), isAllowed)).toBe(true)
  expect(isRemoteUrl(new URL('https://a:b@agent.example/'), () => true)).toBe(false)
  expect(isRemoteUrl(new URL('ftp://agent.example/'), () => true)).toBe(false)
})
