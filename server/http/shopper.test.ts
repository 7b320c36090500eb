import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { hashToken, makeToken } from './secret-token.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

/** Asks for the cart of the visitor with this token; answers the cookies that come back. */
async function visit(token: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/cart/getcarts',
    headers: { cookie: `visitor=${token}` },
    payload: {},
  })
  expect(answer.statusCode).toBe(200)
  return answer.cookies
}

test('a visitor who comes back has half a year from then on, noted once a day', async () => {
  const token = makeToken()
  await sql`insert into shopper (config_id, visitor_hash, seen_at)
    values (1, ${hashToken(token)}, now() - interval '179 days')`.execute(db)
  expect(await visit(token)).toMatchObject([{ name: 'visitor', value: token, maxAge: 180 * 24 * 3600 }])
  const { seen_at } = await db.selectFrom('shopper').select('seen_at').executeTakeFirstOrThrow()
  expect(Date.now() - seen_at.getTime()).toBeLessThan(10_000)
  expect(await visit(token)).toEqual([])
})

test('a token that names nobody is not given a longer life', async () => {
  expect(await visit(makeToken())).toEqual([])
})
