import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError, errorMessage, serverMessage } from './api.ts'
import { call, inSession, repeatAfterSignIn } from './call.ts'

let server: Server
const requests: string[] = []
const browserFetch = globalThis.fetch
const refusal = '{"status":false,"message":"No such page.","code":"not_found"}'

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push(`${request.method} ${request.url} ${body}`)
      const refused = request.url?.includes('gone')
      response.writeHead(refused ? 404 : 200)
      response.end(refused ? refusal : '{"status":true,"data":[]}')
    })
  }).listen(0)
  const { port } = server.address() as AddressInfo
  // A browser resolves URLs against the page.
  globalThis.fetch = (path, init) =>
    browserFetch(new URL(typeof path === 'string' ? path : '', `http://127.0.0.1:${port}`), init)
})

afterAll(() => {
  globalThis.fetch = browserFetch
  server.close()
})

it('puts parameters into the path, the rest into query or body', async () => {
  await call('GET productcategory/category', {})
  await call('GET pages/:slug', { slug: 'help/shipping' })
  await call('POST product/getproduct', { q: 'mug', limit: 5 })
  expect(requests).toEqual([
    'GET /api/productcategory/category ',
    'GET /api/pages/help%2Fshipping ',
    'POST /api/product/getproduct {"q":"mug","limit":5}',
  ])
})

it('rejects with the message of the server', async () => {
  const refused = call('GET pages/:slug', { slug: 'gone' })
  await expect(refused).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'No such page.' })
})

it('rejects as offline if the server does not respond', async () => {
  const previousFetch = globalThis.fetch
  globalThis.fetch = () => browserFetch('http://127.0.0.1:1/')
  const error: unknown = await call('GET productcategory/category', {}).catch((reason: unknown) => reason)
  globalThis.fetch = previousFetch
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0, code: 'offline' })
})

it('sends files with the input and leaves out missing values', async () => {
  requests.length = 0
  const input = {
    fullName: 'Asha',
    gender: 2 as const,
    email: 'a@example.com',
    password: 'p',
    confirmpassword: 'p',
  }
  const profileimage = new File(['image'], 'me.png', { type: 'image/png' })
  await call('POST auth/register', input, { files: { profileimage } })
  const [sent = ''] = requests
  expect(sent).toMatch(/^POST \/api\/auth\/register ------/)
  expect(sent).toMatch(/name="gender"\r\n\r\n2\r\n/)
  expect(sent).toMatch(/name="profileimage"; filename="me.png"\r\nContent-Type: image\/png\r\n\r\nimage/)
})

it('sends a key with each POST: a new one, the given one or none', async () => {
  const keys: (string | null)[] = []
  const previousFetch = globalThis.fetch
  globalThis.fetch = (_url, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    return Promise.resolve(Response.json({ message: 'OK' }))
  }
  await call('POST cart/deletecarts', { Productid: 1 })
  await call('POST cart/deletecarts', { Productid: 1 })
  await call('POST cart/deletecarts', { Productid: 1 }, { idempotencyKey: 'mine' })
  await call('POST cart/deletecarts', { Productid: 1 }, { idempotencyKey: null })
  await call('GET cart/saved', {})
  globalThis.fetch = previousFetch
  expect(keys).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
    'mine',
    null,
    null,
  ])
  expect(keys[0]).not.toBe(keys[1])
})

it('knows by type which calls there are and what they take', () => {
  // @ts-expect-error No such call.
  const wrongName = () => call('GET cart/saved/nothing', {})
  // @ts-expect-error The parameter of the path is missing.
  const missing = () => call('DELETE account/addresses/:id', {})
  // @ts-expect-error The call knows no colour.
  const unknown = () => call('DELETE account/addresses/:id', { id: 1, colour: 'red' })
  // @ts-expect-error The answer has no such field.
  const answer = async () => (await call('GET cart/saved', {})).lines
  expect([wrongName, missing, unknown, answer]).toHaveLength(4)
})

it('returns a message only if the server sent one', () => {
  const answer = { code: 'taken', message: 'This address is taken' }
  expect(serverMessage(new ApiError(409, answer))).toBe('This address is taken')
  expect(serverMessage(new ApiError(502, { code: 'unknown', message: 'Something' }))).toBeUndefined()
  expect(serverMessage(new ApiError(0, { code: 'offline', message: 'No line' }))).toBeUndefined()
  expect(serverMessage(new Error('no'))).toBeUndefined()
})

it('repeats a call of an ended session once somebody has signed in, and no other call', async () => {
  const errorOf = (code: string) => new ApiError(401, { code, message: 'No' })
  const ended = errorOf('not_signed_in')
  const failOnce = (error: ApiError, isWrite = false) => {
    const errors = [error]
    return inSession(() => Promise.all(errors.splice(0).map((one) => Promise.reject(one))), isWrite)
  }
  await expect(failOnce(ended)).rejects.toBe(ended)

  const asked: boolean[] = []
  const answers = [false, true]
  const stop = repeatAfterSignIn((isWrite) => {
    asked.push(isWrite)
    return Promise.resolve(answers.shift() ?? false)
  })
  await expect(failOnce(ended, true)).rejects.toBe(ended)
  expect(await failOnce(ended)).toEqual([])
  await expect(failOnce(errorOf('wrong_credentials'))).rejects.toMatchObject({ code: 'wrong_credentials' })
  expect(asked).toEqual([true, false])
  stop()
  await expect(failOnce(ended)).rejects.toBe(ended)
})

it('names every issue of an invalid input where no field shows it', () => {
  const issues = ['Enter a quantity', 'Enter an amount'].map((message) => ({ path: message, message }))
  const refused = (code: string) => new ApiError(400, { code, message: 'Enter a quantity', issues })
  expect(errorMessage(refused('invalid_input'))).toBe('Enter a quantity · Enter an amount')
  // The issues of other refusals say what is affected, and their callers show them.
  expect(errorMessage(refused('in_use'))).toBe('Enter a quantity')
  expect(errorMessage(new Error('no'), 'Please try again')).toBe('Please try again')
})
