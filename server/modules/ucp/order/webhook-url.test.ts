import { expect, test } from 'vitest'
import { readWebhookUrl } from './webhook-url.ts'

const profileUrl = 'https://agent.example/ucp.json'

test.each([
  'https://agent.example/orders',
  'https://agent.example:8443/orders?key=1',
  'https://AGENT.example/orders',
  'https://hooks.agent.example/orders',
])('%s is an address of the platform', (text) => {
  expect(readWebhookUrl(text, { profileUrl, mayReach: () => false })).toBe(text)
})

test.each([
  'https://victim.example/orders',
  'https://agent.example.victim.example/',
  'https://notagent.example/',
  'https://example/',
  'http://agent.example/orders',
  'https://user:secret@agent.example/',
  'ftp://agent.example/',
  'agent.example/orders',
  `https://agent.example/${'x'.repeat(2000)}`,
  '',
  7,
  undefined,
])('%s is none', (text) => {
  expect(readWebhookUrl(text, { profileUrl, mayReach: () => false })).toBeUndefined()
})

test('the names of this machine are one host', () => {
  const target = { profileUrl: 'http://127.0.0.1:9001/agent.json', mayReach: () => true }
  expect(readWebhookUrl('http://localhost:9002/orders', target)).toBe('http://localhost:9002/orders')
  expect(readWebhookUrl('http://[::1]:9002/', target)).toBe('http://[::1]:9002/')
  expect(readWebhookUrl('http://10.0.0.1/', target)).toBeUndefined()
})
