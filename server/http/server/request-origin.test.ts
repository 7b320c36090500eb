import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createOriginReader, parseTrustProxy } from './request-origin.ts'

function read(
  headers: Record<string, string>,
  trust: Parameters<typeof parseTrustProxy>[0] = false,
  from = '10.1.2.3',
) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: from })
  const request = new IncomingMessage(socket)
  Object.assign(request.headers, headers)
  return createOriginReader(parseTrustProxy(trust))(request)
}

describe('the origin of a request', () => {
  it.each([
    ['shop.example', 'shop.example', 'http://shop.example'],
    ['Shop.Example:8000', 'shop.example', 'http://shop.example:8000'],
    ['shop.example:80', 'shop.example', 'http://shop.example'],
    ['127.0.0.1:8000', '127.0.0.1', 'http://127.0.0.1:8000'],
    ['[::1]:8000', '[::1]', 'http://[::1]:8000'],
  ])('%s', (host, hostname, origin) => {
    expect(read({ host })).toEqual({ hostname, port: new URL(origin).port, origin })
  })

  it.each([
    ' ',
    'a b',
    '<script>',
    'a/b',
    'user@host',
    'a:b',
    'a:99999',
    '999.1.1.1',
    'a?b',
    'a#b',
    'a\\b',
    '[::1',
    'x'.repeat(300),
    '\u00e4.example',
  ])('has no host name for a malformed host: %j', (host) => {
    expect(read({ host })).toMatchObject({ hostname: '' })
  })

  it.each([[{}], [{ host: '' }]] as Record<string, string>[][])(
    'is localhost without a host: %j',
    (headers) => {
      expect(read(headers ?? {})).toEqual({ hostname: 'localhost', port: '', origin: 'http://localhost' })
    },
  )
})

describe('X-Forwarded headers', () => {
  const headers = {
    host: 'inner',
    'x-forwarded-host': 'first.example, shop.example',
    'x-forwarded-proto': 'https',
  }

  it.each([
    [true, '203.0.113.7'],
    [1, '203.0.113.7'],
    ['10.0.0.0/8', '10.1.2.3'],
    ['192.168.0.1, 10.1.2.3', '10.1.2.3'],
    ['10.0.0.0/8', '::ffff:10.1.2.3'],
    ['fd00::/8,127.0.0.1', 'fd12::1'],
  ])('count from a trusted proxy: %s from %s', (trust, from) => {
    expect(read(headers, trust, from)).toMatchObject({
      hostname: 'shop.example',
      origin: 'https://shop.example',
    })
  })

  it.each([
    [false, '127.0.0.1'],
    [0, '10.1.2.3'],
    ['10.0.0.0/8', '203.0.113.7'],
    ['10.0.0.1', '10.0.0.2'],
    ['::1', '10.1.2.3'],
    ['10.0.0.0/8', ''],
  ])('are ignored from others: %s from %s', (trust, from) => {
    expect(read(headers, trust, from)).toMatchObject({ hostname: 'inner', origin: 'http://inner' })
  })
})
