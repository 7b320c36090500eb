import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { stranger } from '#test/harness/people/account.ts'
import { buyer, destination, shippingTo } from '#test/harness/ucp/buyer.ts'
import {
  amountOf,
  cash,
  codesOf,
  conformanceShop,
  fullCheckout,
  itemsOf,
  type Transport,
} from '#test/harness/ucp/conformance-shop.ts'

// Delivery in the cases of the protocol's own suite; its differences are in checkout-lifecycle.test.ts.

const shop = await conformanceShop()
afterAll(shop.stop)
const { roses } = shop

const overseas = {
  name: 'Overseas',
  countries: ['CA'],
  states: [],
  pincodes: [],
  rate: { kind: 'flat', amount: 2500 },
  freeFrom: null,
  days: { from: 7, to: 11 },
  cash: true,
}
const express = { 'shipping.express_amount': 1500, 'shipping.express_from': 1, 'shipping.express_to': 2 }
beforeAll(() =>
  storeSettings(shop.db, {
    'checkout.countries': ['IN', 'US', 'CA'],
    'shipping.flat': 500,
    'shipping.free_from': 10_000,
    'shipping.zones': [overseas],
    ...express,
  }),
)

const springfield = {
  id: 'dest_us',
  street_address: '123 Main St',
  address_locality: 'Springfield',
  address_region: 'IL',
  postal_code: '62704',
  address_country: 'US',
}
const toronto = { ...springfield, id: 'dest_ca', address_locality: 'Toronto', address_region: 'ON' }
const canada = { ...toronto, postal_code: 'M5V 2H1', address_country: 'CA' }

describe.each<Transport>(['rest', 'mcp'])('delivery by %s', (transport) => {
  const call = async (tool: string, sent: Parameters<typeof shop.call>[2]) =>
    (await shop.call(transport, tool, sent)).body
  const create = (more: object = {}) =>
    call('create_checkout', { body: { line_items: itemsOf(roses), buyer, ...more } })
  const update = (id: string, fulfillment: object) =>
    call('update_checkout', { id, body: { line_items: itemsOf(roses), fulfillment } })
  const to = (address: object, more: object = {}) => ({
    methods: [{ type: 'shipping', destinations: [address], ...more }],
  })

  test('an address brings options with prices, and the chosen one counts', async () => {
    const { id, totals, fulfillment } = await create()
    expect(fulfillment).toBeUndefined()
    expect(amountOf({ totals }, 'total')).toBe(3500)
    const chosen = { selected_destination_id: 'dest_us' }
    const offered = await update(id, to(springfield, chosen))
    const [method] = offered.fulfillment!.methods
    expect(method).toMatchObject({ type: 'shipping', ...chosen, destinations: [springfield] })
    const { options } = method!.groups[0]!
    expect(options.map((one) => [one.id, amountOf(one, 'total')])).toEqual([
      ['standard', 500],
      ['express', 1500],
    ])
    // The platform sends the group alone, as it knows the address to be stored.
    const groups = [{ id: 'package', selected_option_id: 'express' }]
    const final = await update(id, { methods: [{ type: 'shipping', groups }] })
    expect(final.fulfillment?.methods[0]?.groups[0]?.selected_option_id).toBe('express')
    expect(final.fulfillment?.methods[0]?.destinations).toEqual([springfield])
    expect([amountOf(final, 'fulfillment'), amountOf(final, 'total')]).toEqual([1500, 5000])
    const back = await update(id, to(springfield, { groups: [{ id: 'package', selected_option_id: null }] }))
    expect(back.fulfillment?.methods[0]?.groups[0]?.selected_option_id).toBe('standard')
    const unknown = await update(id, to(springfield, { groups: [{ selected_option_id: 'drone' }] }))
    expect(unknown.messages).toContainEqual(
      expect.objectContaining({
        code: 'invalid',
        severity: 'recoverable',
        path: '$.fulfillment.methods[0].groups[0].selected_option_id',
      }),
    )
    expect(unknown.status).toBe('incomplete')
  })

  test('options follow the address', async () => {
    const { id, ...here } = await create({ fulfillment: to(springfield) })
    expect(amountOf(here, 'fulfillment')).toBe(500)
    const there = await update(id, to(canada))
    expect(there.fulfillment?.methods[0]?.destinations).toEqual([canada])
    expect(amountOf(there, 'fulfillment')).toBe(2500)
    const nowhere = await update(id, to({ ...springfield, address_country: 'FR' }))
    expect(nowhere.messages).toContainEqual(
      expect.objectContaining({
        code: 'address_undeliverable',
        severity: 'recoverable',
        path: '$.fulfillment.methods[0].destinations[0]',
      }),
    )
    expect(nowhere.fulfillment?.methods[0]?.groups).toEqual([])
  })

  test('of several addresses one is chosen', async () => {
    const methods = [{ type: 'shipping', destinations: [springfield, canada] }]
    const { id, ...open } = await create({ fulfillment: { methods } })
    expect(open.fulfillment?.methods[0]?.selected_destination_id).toBeNull()
    expect(codesOf(open)).toContain('missing')
    const chosen = await update(id, {
      methods: [{ type: 'shipping', selected_destination_id: 'dest_ca' }],
    })
    expect(chosen.fulfillment?.methods[0]).toMatchObject({
      selected_destination_id: 'dest_ca',
      destinations: [springfield, canada],
    })
    expect(amountOf(chosen, 'fulfillment')).toBe(2500)
    const unknown = await update(id, { methods: [{ type: 'shipping', selected_destination_id: 'moon' }] })
    expect([unknown.status, unknown.fulfillment?.methods[0]?.selected_destination_id]).toEqual([
      'incomplete',
      null,
    ])
  })

  test('the shop names an address that has no id, and knows it again', async () => {
    const { id: _, ...unnamed } = springfield
    const { id, fulfillment } = await create({ fulfillment: to(unnamed) })
    const [named] = fulfillment!.methods[0]!.destinations
    expect(named!.id).toMatch(/./)
    const again = await update(id, to(unnamed))
    expect(again.fulfillment?.methods[0]?.destinations[0]?.id).toBe(named!.id)
  })

  test('nobody learns an address by typing the email of its owner', async () => {
    const placed = await order(stranger(shop.app), {
      items: [{ productid: shop.goods.lamp, variantid: shop.goods.lampVariants[0] }],
    })
    expect(placed.status, placed.message).toBe(201)
    const { id, fulfillment, ...rest } = await create({
      buyer: { email: 'asha@example.com' },
      fulfillment: { methods: [{ type: 'shipping' }] },
    })
    expect(fulfillment?.methods[0]?.destinations ?? []).toEqual([])
    const texts = JSON.stringify([rest, await call('get_checkout', { id })])
    for (const secret of ['Rose Lane', '411001', 'Asha', '98765']) expect(texts).not.toContain(secret)
  })

  test('is free from the amount of the shop', async () => {
    const { fulfillment, totals } = await create({
      line_items: itemsOf(roses, 3),
      fulfillment: to(springfield),
    })
    const [standard] = fulfillment!.methods[0]!.groups[0]!.options
    expect(amountOf(standard!, 'total')).toBe(0)
    expect(amountOf({ totals }, 'total')).toBe(10_500)
  })

  test('is missing until it is chosen, and no order is placed without', async () => {
    const { id } = await create()
    const refused = await call('complete_checkout', { id, body: cash })
    expect(refused).toMatchObject({ status: 'incomplete' })
    expect(refused.order).toBeUndefined()
    expect(refused.messages).toContainEqual(
      expect.objectContaining({ code: 'missing', severity: 'recoverable', path: '$.fulfillment' }),
    )
  })

  test('a way of delivery that the shop does not have is named', async () => {
    const body = await create({ fulfillment: { methods: [{ type: 'pickup' }] } })
    expect([body.status, codesOf(body)]).toEqual(['incomplete', expect.arrayContaining(['invalid'])])
  })

  test('stays in the completed checkout, and becomes what the order promises', async () => {
    const open = await create({
      fulfillment: { methods: [{ type: 'shipping', destinations: [destination] }] },
    })
    const groups = [{ selected_option_id: 'express' }]
    const ready = await update(open.id, { methods: [{ type: 'shipping', groups }] })
    const completed = await call('complete_checkout', { id: ready.id, body: cash })
    expect(completed.status).toBe('completed')
    const [before, after] = [ready, completed].map(({ fulfillment }) => fulfillment?.methods[0])
    expect(after?.destinations).toEqual(before?.destinations)
    expect(after?.groups[0]?.selected_option_id).toBe('express')
    expect(after?.groups[0]?.options.map(({ id }) => id)).toEqual(['express'])
    const placed = (await call('get_order', { id: completed.order!.id })) as unknown as {
      fulfillment: { expectations: object[] }
    }
    expect(placed.fulfillment.expectations).toMatchObject([
      {
        method_type: 'shipping',
        destination: { address_country: 'IN', street_address: '4 Rose Lane' },
        description: expect.stringContaining('Express'),
      },
    ])
  })

  test('has a country by its code of two letters or of three, or by its name', async () => {
    for (const country of ['IN', 'in', 'IND', 'India']) {
      const fulfillment = shippingTo({ ...destination, address_country: country })
      const body = await call('create_checkout', { body: { ...fullCheckout(roses), fulfillment } })
      expect([country, body.status, body.messages]).toEqual([country, 'ready_for_complete', []])
    }
    for (const country of ['XYZ', 'I', 'Atlantis']) {
      const fulfillment = shippingTo({ ...destination, address_country: country })
      const { messages } = await call('create_checkout', { body: { ...fullCheckout(roses), fulfillment } })
      expect(messages).toContainEqual(
        expect.objectContaining({
          code: 'invalid',
          path: '$.fulfillment.methods[0].destinations[0].address_country',
        }),
      )
    }
  })
})
