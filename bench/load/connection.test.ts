import { expect, test } from 'vitest'
import { followAnswers } from './connection.ts'

const answer = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\netag: "a"\r\n\r\n${body}`

/** Feeds the bytes in chunks of the given size and collects the statuses. */
function statuses(bytes: string, size: number) {
  const heard: number[] = []
  const follow = followAnswers((status) => heard.push(status))
  for (let at = 0; at < bytes.length; at += size) follow(Buffer.from(bytes.slice(at, at + size)))
  return heard
}

test.each([1, 7, 1000])('reports an answer in chunks of %d bytes once, when it is complete', (size) => {
  expect(statuses(answer('twelve bytes'), size)).toEqual([200])
  expect(statuses(answer('twelve bytes').slice(0, -1), size)).toEqual([])
})

test('an empty answer and a 304 end after their headers', () => {
  expect(statuses(answer(''), 1000)).toEqual([200])
  expect(statuses('HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n', 1000)).toEqual([304])
})

test('refuses an answer of unknown length or beyond its length', () => {
  expect(() => statuses('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 1000)).toThrow(
    'content-length',
  )
  expect(() => statuses(`${answer('twelve bytes')}more`, 1000)).toThrow('4 bytes longer')
})
