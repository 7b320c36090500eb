import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { buyer } from '#test/harness/ucp/buyer.ts'
import {
  amountOf,
  cash,
  codesOf,
  conformanceShop,
  fullCheckout,
  type Transport,
} from '#test/harness/ucp/conformance-shop.ts'
import { profileWith } from '#test/harness/ucp/platform.ts'

// An extension that a platform does not list is not active for it. These cases follow the text of 2026-04-08.

const shop = await conformanceShop()
afterAll(shop.stop)
beforeAll(() => newCoupon(shop.db, { code: '10OFF', kind: 'percent', percent: 1_000 }))

const checkout = 'dev.ucp.shopping.checkout'
const extension = (name: string) => `dev.ucp.shopping.${name}`
const keys = { signing_keys: [shop.key.jwk] }
/** The address of the profile of a platform that knows the checkout and these extensions. */
const platformWith = (...names: string[]) =>
  shop.profiles.publish(
    `/with-${names.join('-')}.json`,
    profileWith([checkout, ...names.map(extension)], keys),
  )

const everything = {
  ...fullCheckout(shop.roses),
  buyer: { ...buyer, consent: { marketing: true } },
  discounts: { codes: ['10OFF'] },
}

describe.each<Transport>(['rest', 'mcp'])('a checkout by %s', (transport) => {
  const create = async (profile: string) =>
    (await shop.call(transport, 'create_checkout', { body: everything, profile })).body
  const inputOf = async (id: string) =>
    (
      await shop.db
        .selectFrom('checkout_session')
        .select('input')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).input

  test('without extensions leads to the pages of the shop, and stores nothing of theirs', async () => {
    const profile = platformWith()
    const body = await create(profile)
    expect(body.status).toBe('requires_escalation')
    expect(body.messages).toMatchObject([{ type: 'error', severity: 'requires_buyer_input' }])
    expect(new URL(body.continue_url!).pathname).toBe(`/continue/${body.id}`)
    expect(Object.keys(body.ucp.capabilities)).toEqual([checkout])
    expect(body.buyer).toEqual(buyer)
    for (const name of ['fulfillment', 'discounts']) expect(body).not.toHaveProperty(name)
    expect(amountOf(body, 'total')).toBe(3500)
    expect(JSON.stringify(await inputOf(body.id))).not.toMatch(/consent|10OFF|Rose Lane/)
    const { body: refused } = await shop.call(transport, 'complete_checkout', {
      id: body.id,
      body: cash,
      profile,
    })
    expect([refused.status, refused.order]).toEqual(['requires_escalation', undefined])
  })

  test.each([
    ['fulfillment', { status: 'ready_for_complete' }, ['discounts', 'consent']],
    ['discount', { discounts: { codes: ['10OFF'] } }, ['fulfillment', 'consent']],
    ['buyer_consent', { buyer: { consent: { marketing: true } } }, ['fulfillment', 'discounts']],
  ])('has %s alone, if the platform knows no other', async (name, has, lacks) => {
    const body = await create(platformWith(name))
    expect(Object.keys(body.ucp.capabilities)).toEqual([checkout, extension(name)])
    expect(body).toMatchObject(has)
    const { ucp: _, ...rest } = body
    for (const other of lacks) expect(JSON.stringify(rest)).not.toContain(`"${other}"`)
  })

  test('does not exist for a platform that knows the extensions alone', async () => {
    const names = ['fulfillment', 'discount', 'buyer_consent'].map(extension)
    const body = await create(shop.profiles.publish('/orphans.json', profileWith(names, keys)))
    expect(codesOf(body)).toEqual(['capabilities_incompatible'])
  })
})
