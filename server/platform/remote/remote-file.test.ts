import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from './remote-address.ts'
import { downloadFile } from './remote-file.ts'

test.each([
  ['93.184.215.14', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['nonsense', false],
])('%s is on the public web: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo
  if (request.url === '/image') return response.end('bytes')
  if (request.url === '/moved') return response.writeHead(302, { location: '/image' }).end()
  if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
  if (request.url === '/inside')
    return response.writeHead(302, { location: `http://localhost:${port}/image` }).end()
  if (request.url === '/large') return response.end(Buffer.alloc(3000))
  if (request.url === '/slow') return response.write('a')
  return response.writeHead(404).end()
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())

const limits = { maxBytes: 2048, timeoutMs: 500, isAllowed: () => true }

test('downloads a file and follows redirects', async () => {
  expect(String(await downloadFile(`${origin}/image`, limits))).toBe('bytes')
  expect(String(await downloadFile(`${origin}/moved`, limits))).toBe('bytes')
})

test.each([
  ['/missing', 'The server answered 404'],
  ['/loop', 'The address redirects too often'],
  ['/large', 'The file is larger than 0 MB'],
  ['/slow', 'The server took too long to answer'],
])('refuses %s', async (path, message) => {
  await expect(downloadFile(`${origin}${path}`, limits)).rejects.toMatchObject({ status: 400, message })
})

test.each(['file:///etc/passwd', 'http://a:b@example.com/x.png', 'no address', 'ftp://example.com/x.png'])(
  'refuses the address %s',
  async (address) => {
    await expect(downloadFile(address, limits)).rejects.toThrow('This is no web address of a file')
  },
)

test('reaches no private network, by address, by name or by redirect', async () => {
  const { port } = server.address() as AddressInfo
  const notPublic = 'The address is not on the public web'
  const byDefault = { maxBytes: 2048, timeoutMs: 500 }
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '169.254.169.254',
  ]) {
    await expect(downloadFile(`http://${host}:${port}/image`, byDefault)).rejects.toThrow(notPublic)
    await expect(downloadFile(`http://${host}/image`, byDefault)).rejects.toThrow(notPublic)
  }
  let asked = 0
  const firstOnly = { ...limits, isAllowed: () => ++asked <= 2 }
  await expect(downloadFile(`${origin}/inside`, firstOnly)).rejects.toThrow(notPublic)
})
