import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { ownAddresses } from './own-addresses.ts'

const at = (address: string) => {
  const { hostname, port, origin } = new URL(address)
  return { hostname, port, origin }
}
const listening = (address: string, port: number) => ownAddresses(() => ({ address, port, family: 'IPv4' }))
const interfaces = Object.values(networkInterfaces()).flatMap((list = []) => list)
const own = interfaces.find(({ family }) => family === 'IPv4')?.address ?? '127.0.0.1'

test.each(['localhost', '127.0.0.1', '127.8.8.8', '[::1]', own])('keeps %s with its port', (host) => {
  expect(listening('0.0.0.0', 8000).originFor(at(`http://${host}:8000`))).toBe(`http://${host}:8000`)
})

test.each(['http://localhost:9', 'http://localhost', 'http://192.0.2.1:8000', 'http://made-up.example:8000'])(
  'replaces %s',
  (address) => {
    expect(listening('0.0.0.0', 8000).originFor(at(address))).toBe('http://127.0.0.1:8000')
    expect(listening('::1', 80).originFor(at(address))).toBe(
      address === 'http://localhost' ? address : 'http://[::1]',
    )
  },
)

test.each([
  ['localhost', true],
  ['192.0.2.1', true],
  ['[2001:db8::1]', true],
  ['made-up.example', false],
  ['localhost.example', false],
  ['x.localhost', false],
  ['', false],
])('%s is nameless: %s', (host, expected) => {
  expect(listening('127.0.0.1', 8000).isNameless(host)).toBe(expected)
})

test.each([
  ['https://tea.example', 'https://tea.example'],
  ['http://tea.example:8000', 'http://tea.example:8000'],
  ['http://tea.example:9', 'http://tea.example'],
])('the address of a registered host: %s', (requested, expected) => {
  expect(listening('127.0.0.1', 8000).withKnownPort(at(requested))).toBe(expected)
})
