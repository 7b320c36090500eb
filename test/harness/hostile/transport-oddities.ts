/** A request without its length. */
export interface WholeRequest {
  line: string
  headers: Record<string, string>
  body: string
}

export const boundary = 'haat-boundary'
export const multipart = (...parts: string[]) =>
  [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('')
export const filePart = (field: string) =>
  `Content-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nnot an image`
export const fieldPart = 'Content-Disposition: form-data; name="productname"\r\n\r\nMug'

const head = (line: string, headers: Record<string, string>) =>
  `${line}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** The bytes of the request, unchanged. */
export function plain({ line, headers, body }: WholeRequest): Buffer {
  const length = { 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  return bytesOf(head(line, { ...headers, ...length }) + body)
}

/** A way to break a request. */
interface Oddity {
  what: string
  change: (request: WholeRequest) => Buffer
}

/** Bodies that are cut, too long, or framed wrongly. */
export function* bodies(): Generator<Oddity> {
  for (const length of [
    '-1',
    '+5',
    '0x10',
    '5, 6',
    '1e3',
    '',
    ' ',
    'x',
    '9'.repeat(30),
    '9007199254740993',
  ]) {
    yield withHeaders(`Content-Length "${length}"`, { 'Content-Length': length })
  }
  for (const added of [1, 1000, 2_000_000]) {
    yield {
      what: `a length ${added} above the body`,
      change: ({ line, headers, body }) =>
        bytesOf(head(line, { ...headers, 'Content-Length': String(body.length + added) }) + body),
    }
  }
  yield {
    what: 'a length below the body',
    change: ({ line, headers, body }) =>
      bytesOf(head(line, { ...headers, 'Content-Length': String(Math.floor(body.length / 2)) }) + body),
  }
  for (const [index, chunks] of [
    'zz\r\nabc\r\n0\r\n\r\n',
    '-1\r\nabc\r\n0\r\n\r\n',
    '3\r\nabcdef\r\n0\r\n\r\n',
    'ffffffffffffffff\r\nabc\r\n',
    '5\r\nab',
    '3\r\nabc\r\n',
    '3\r\nabc\r\n0\r\nX-Trailer\r\n\r\n',
    `3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
    '\r\n\r\n',
    '3\nabc\n0\n\n',
  ].entries()) {
    yield {
      what: `chunks ${index}`,
      change: ({ line, headers }) =>
        bytesOf(head(line, { ...headers, 'Transfer-Encoding': 'chunked' }) + chunks),
    }
  }
  for (const coding of ['chunked, gzip', 'gzip', 'identity', 'xchunked', 'chunked, chunked', '']) {
    yield withHeaders(`Transfer-Encoding "${coding}"`, { 'Transfer-Encoding': coding })
  }
}

/** Forms that are cut or framed wrongly. */
export function* forms(): Generator<Oddity> {
  const broken: Record<string, string> = {
    'no last boundary': multipart(fieldPart).replace(`--${boundary}--\r\n`, ''),
    'half a last boundary': multipart(fieldPart).slice(0, -8),
    'half a file': multipart(filePart('image')).slice(0, -30),
    'no boundary at all': fieldPart,
    'no parts': multipart(),
    'a part without headers': multipart('\r\nMug'),
    'a part without a name': multipart('Content-Disposition: form-data\r\n\r\nMug'),
    'a header without a colon': multipart('Content-Disposition\r\n\r\nMug'),
    'a header without an end': multipart(`Content-Disposition: form-data; name="${'x'.repeat(30_000)}`),
    'line feeds only': multipart(fieldPart).replaceAll('\r\n', '\n'),
    'a NUL in a name': multipart('Content-Disposition: form-data; name="a\0b"\r\n\r\nMug'),
    'a name like a prototype': multipart('Content-Disposition: form-data; name="__proto__"\r\n\r\nMug'),
    'an odd file name': multipart(filePart('image').replace('"a.png"', "\"; filename*=utf-9''%ff")),
    'an odd encoding': multipart(`Content-Transfer-Encoding: base64\r\n${fieldPart}`),
    'a thousand fields': multipart(...Array.from({ length: 1000 }, () => fieldPart)),
    'a hundred files': multipart(...Array.from({ length: 100 }, () => filePart('productimages'))),
    'no body': '',
  }
  for (const [what, body] of Object.entries(broken)) {
    for (const type of [`multipart/form-data; boundary=${boundary}`, 'multipart/form-data']) {
      yield {
        what: `${what} (${type})`,
        change: ({ line, headers }) => plain({ line, headers: { ...headers, 'Content-Type': type }, body }),
      }
    }
  }
  const types = [
    'boundary=',
    'boundary=""',
    `boundary=${'b'.repeat(500)}`,
    'boundary=a;boundary=b',
    'boundary',
  ]
  for (const type of types) {
    yield withHeaders(`a form with ${type.slice(0, 30)}`, { 'Content-Type': `multipart/form-data; ${type}` })
  }
}

/** Request lines and headers that clients do not send. */
export function* heads(): Generator<Oddity> {
  const lines: ((line: string) => string)[] = [
    (line) => line.toLowerCase(),
    (line) => line.replace('HTTP/1.1', ''),
    (line) => line.replace('1.1', '9.9'),
    (line) => line.replace('1.1', '1.0'),
    (line) => line.replace(' /', ' http://made-up.example/'),
    (line) => line.replace(' /', ' //'),
    (line) => line.replace(' /', ' /%zz%00/'),
    (line) => line.replace(' HTTP', '\0 HTTP'),
    (line) => line.replace(' HTTP', ' x HTTP'),
    (line) => line.replace(' HTTP', `?${'q'.repeat(20_000)} HTTP`),
    (line) => line.replace(/^\w+/, 'TRACE'),
    (line) => line.replace(/^\w+/, 'CONNECT'),
    (line) => line.replace(/^\w+ \S+/, 'OPTIONS *'),
    () => 'PRI * HTTP/2.0\r\n\r\nSM',
    () => '\x16\x03\x01\x02\x00\x01\x00',
    () => '\r\n\r\n\r\n',
  ]
  for (const [index, change] of lines.entries()) {
    yield {
      what: `request line ${index}`,
      change: (request) => plain({ ...request, line: change(request.line) }),
    }
  }
  const headers: Record<string, string>[] = [
    { Host: 'a b' },
    { Host: 'made-up.example' },
    { Host: '' },
    { 'X-Folded': 'a\r\n b' },
    { 'X-Nul': 'a\0b' },
    { 'Bad Name': 'x' },
    { '': 'x' },
    { 'X-Long': 'x'.repeat(20_000) },
    { Cookie: ';;;=;session;session=;=x;session="' },
    { Cookie: `session=${'x'.repeat(8000)}` },
    { Expect: '100-continue' },
    { Expect: 'the impossible' },
    { Connection: 'Upgrade', Upgrade: 'websocket' },
    { Connection: 'upgrade', Upgrade: 'h2c', 'HTTP2-Settings': 'x' },
    { 'Content-Encoding': 'gzip' },
    { 'Content-Type': 'application/json; charset=utf-16' },
    { 'Content-Type': '/' },
    { 'Content-Type': '' },
    { 'Accept-Encoding': 'br;q=x, *;q=-1' },
    { 'If-None-Match': '"' },
    { Range: 'bytes=9-1,-' },
    { Origin: 'x' },
    { 'Sec-Fetch-Site': '\u00ff' },
    { 'Idempotency-Key': 'x'.repeat(4000) },
    { 'X-Forwarded-For': '999.1.1.1, x', 'X-Forwarded-Host': '@', 'X-Forwarded-Proto': 'x' },
    { Authorization: `Bearer ${'\u00ff'.repeat(100)}` },
    Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`X-${n}`, 'x'])),
  ]
  for (const more of headers) yield withHeaders(`headers ${JSON.stringify(more).slice(0, 60)}`, more)
}

const withHeaders = (what: string, more: Record<string, string>): Oddity => ({
  what,
  change: (request) => {
    const length = { 'Content-Length': String(Buffer.byteLength(request.body)), Connection: 'close' }
    const headers = { ...request.headers, ...length, ...more }
    return bytesOf(head(request.line, headers) + request.body)
  },
})
