import { expect, test } from 'vitest'
import { followAnswers } from './connection.ts'

const answer = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\netag: "a"\r\n\r\n${body}`

/** Feeds the bytes in pieces of the given size and collects the statuses. */
function statuses(bytes: string, size: number) {
  const heard: number[] = []
  const follow = followAnswers((status) => heard.push(status))
  for (let at = 0; at < bytes.length; at += size) follow(Buffer.from(bytes.slice(at, at + size)))
  return heard
}

test.each([1, 7, 1000])('an answer in pieces of %d bytes is heard once, when it is complete', (size) => {
  expect(statuses(answer('twelve bytes'), size)).toEqual([200])
  expect(statuses(answer('twelve bytes').slice(0, -1), size)).toEqual([])
})

test('an empty answer and a 304 end with their head', () => {
  expect(statuses(answer(''), 1000)).toEqual([200])
  expect(statuses('HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n', 1000)).toEqual([304])
})

test('an answer whose end cannot be known, or that runs past it, is refused', () => {
  expect(() => statuses('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 1000)).toThrow(
    'content-length',
  )
  expect(() => statuses(`${answer('twelve bytes')}more`, 1000)).toThrow('4 bytes longer')
})
