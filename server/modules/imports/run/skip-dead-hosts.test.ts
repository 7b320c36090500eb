import { expect, test } from 'vitest'
import { AppError } from '#server/http/errors.ts'
import { skipDeadHosts } from './skip-dead-hosts.ts'

const limits = { maxBytes: 1, timeoutMs: 1 }
const { signal } = new AbortController()

test('a server that fails three times in a row is asked no more, and others are', async () => {
  const asked: string[] = []
  const download = skipDeadHosts(async (address) => {
    asked.push(address)
    if (address.includes('dead')) throw new AppError(400, 'host_failed', 'The server can’t be reached')
    if (address.includes('missing')) throw new AppError(400, 'download_failed', 'The server answered 404')
    return Buffer.from('x')
  }, signal)
  const get = (address: string) => download(address, limits).catch(({ message }: AppError) => message)
  for (let i = 0; i < 5; i++) {
    expect(await get(`https://img.dead/${i}`)).toBe(
      i < 3 ? 'The server can’t be reached' : 'img.dead failed 3 times and is skipped',
    )
    expect(await get(`https://img.alive/missing${i}`)).toBe('The server answered 404')
  }
  expect(await get('https://img.alive/1')).toEqual(Buffer.from('x'))
  expect(asked.filter((address) => address.includes('dead'))).toHaveLength(3)
})

test('an answer in between begins the count again', async () => {
  let isDown = true
  const download = skipDeadHosts(async () => {
    if (isDown) throw new AppError(400, 'host_failed', 'The server answered 503')
    return Buffer.from('x')
  }, signal)
  const get = () => download('https://img.slow/1', limits).catch(({ message }: AppError) => message)
  for (const down of [true, true, false, true, true]) {
    isDown = down
    await get()
  }
  isDown = false
  expect(await get()).toEqual(Buffer.from('x'))
})
