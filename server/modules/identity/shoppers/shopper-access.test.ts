import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

/** Requests the cart of the visitor with this token and returns the cookies of the response. */
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

test('a returning visitor’s cookie lasts another half year, renewed once a day', async () => {
  const token = makeToken()
  await sql`insert into shopper (config_id, visitor_hash, seen_at)
    values (1, ${hashToken(token)}, now() - interval '179 days')`.execute(db)
  expect(await visit(token)).toMatchObject([{ name: 'visitor', value: token, maxAge: 180 * 24 * 3600 }])
  const { seen_at } = await db.selectFrom('shopper').select('seen_at').executeTakeFirstOrThrow()
  expect(Date.now() - seen_at.getTime()).toBeLessThan(10_000)
  expect(await visit(token)).toEqual([])
})

test('an unknown token is not renewed', async () => {
  expect(await visit(makeToken())).toEqual([])
})
