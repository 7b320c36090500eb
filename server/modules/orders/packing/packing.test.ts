import { afterAll, beforeAll, expect, test } from 'vitest'
import { fulfilOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { getOrdersToPack, getPackingDocuments } from '#contract/orders/packing.ts'
import { createShipment } from '#contract/orders/shipment.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { readBars } from '#test/harness/services/bars.ts'
import { readPdf } from '#test/harness/services/pdf.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let asha: Awaited<ReturnType<typeof staffWith>>
let bela: typeof asha
const products: Record<'jug' | 'vase' | 'tray', number> = { jug: 0, vase: 0, tray: 0 }
beforeAll(async () => {
  goods = await makeGoods(db)
  asha = await staffWith(db, app, ['orders'])
  bela = await staffWith(db, app, ['orders'])
  // A-10 is behind A-9, and the tray has no shelf.
  for (const [name, shelf] of [
    ['jug', 'A-10'],
    ['vase', 'A-9'],
    ['tray', null],
  ] as const) {
    products[name] = await goods.add(name, {
      variants: [{ price: 1000, stock: 100, sku: `SKU-${name}`, shelf }],
    })
  }
})

async function placed(items: Partial<Record<keyof typeof products, number>>) {
  const wanted = Object.entries(items).map(([name, quantity]) => ({
    productid: products[name as keyof typeof products],
    quantity,
  }))
  const { number, serial } = (await order(client(app), { items: wanted })).answer.data
  return { number, serial }
}

const detail = async (number: string) => (await asha.browser.send(getAdminOrder, { number })).answer.data
const print = (kind: string, numbers: readonly string[]) =>
  asha.browser.send(getPackingDocuments, { kind, numbers: numbers.join(',') })
const pdfOf = async (kind: string, numbers: readonly string[]) => (await print(kind, numbers)).answer.bytes

test('slips and labels come in the order asked for, each with the barcode of its order', async () => {
  const first = await placed({ jug: 2 })
  const second = await placed({ vase: 1, tray: 1 })
  const numbers = [second.number, first.number]
  const serials = [second.serial, first.serial]

  const slips = await pdfOf('slip', numbers)
  const { text, pages } = await readPdf(slips)
  expect(pages).toBe(2)
  expect(readBars(slips)).toEqual(serials)
  expect(text.indexOf('SKU-vase')).toBeLessThan(text.indexOf('SKU-jug'))
  expect(text).toContain('A-10')

  const labels = await pdfOf('label', numbers)
  expect(readBars(labels)).toEqual(serials)
  const label = await readPdf(labels)
  expect(label.pages).toBe(2)
  expect(label.text).toContain('Collect on delivery')
})

test('a pick list names each item once, by shelf, with the orders that it is for', async () => {
  const first = await placed({ tray: 1, jug: 2 })
  const second = await placed({ jug: 1, vase: 1 })
  const { text, pages } = await readPdf(await pdfOf('pick', [first.number, second.number]))
  expect(pages).toBe(1)
  expect(text).toContain('2 orders')
  expect(text.match(/SKU-(\w+)/g)).toEqual(['SKU-vase', 'SKU-jug', 'SKU-tray'])
  expect(text).toMatch(new RegExp(`SKU-jug jug 3 ${first.serial} \\(2\\), ${second.serial}`))
})

test('an unknown number prints nothing and is named', async () => {
  const { number } = await placed({ jug: 1 })
  expect(await print('slip', [number, 'nope', number])).toMatchObject({
    status: 404,
    message: 'This shop has no order NOPE. Nothing was printed',
  })
  expect((await print('slip', [])).message).toBe('Select at least one order')
  const many = Array.from({ length: 501 }, (_, index) => `N${index}`)
  expect((await print('label', many)).message).toBe('Select up to 500 orders')
})

test('the packing table has the orders to ship, oldest first, until the last unit has shipped', async () => {
  const pair = await placed({ jug: 2 })
  const single = await placed({ vase: 1 })
  const list = async (filter = {}) => {
    const { answer } = await asha.browser.send(getOrdersToPack, filter)
    return answer.data.map(({ number }) => number).filter((n) => [pair.number, single.number].includes(n))
  }
  expect(await list()).toEqual([pair.number, single.number])
  expect(await list({ single: true })).toEqual([single.number])
  expect(await list({ source: 'agents' })).toEqual([])
  expect(await list({ delivery: 'standard' })).toEqual([pair.number, single.number])

  const [line] = (await detail(pair.number)).lines
  expect(line).toMatchObject({ shelf: 'A-10', lefttoship: 2 })
  const ship = { number: pair.number, lines: [{ lineId: line!.lineId, quantity: 1 }] }
  await asha.browser.send(createShipment, ship, { 'idempotency-key': 'part' })
  expect(await list({ single: true })).toEqual([pair.number, single.number])
  await asha.browser.send(createShipment, ship, { 'idempotency-key': 'rest' })
  expect(await list()).toEqual([single.number])
})

test('an order names the orders before and after it in its group', async () => {
  const [first, second, third] = [
    await placed({ jug: 1 }),
    await placed({ jug: 1 }),
    await placed({ jug: 1 }),
  ]
  expect(await detail(second.number)).toMatchObject({ older: first, newer: third })
  expect((await detail(third.number)).newer).toBeNull()
  await asha.browser.send(fulfilOrder, { number: second.number }, { 'idempotency-key': 'second' })
  expect(await detail(third.number)).toMatchObject({ older: first, newer: null })
  expect((await detail(second.number)).newer).toBeNull()
})

test('of two packers who ship one order at once, one ships it and the other learns who did', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => placed({ jug: 1, vase: 2 })))
  for (const { number } of orders) {
    const lines = (await detail(number)).lines.map(({ lineId, lefttoship }) => ({
      lineId,
      quantity: lefttoship,
    }))
    const answers = await Promise.all(
      [asha, bela].map(({ browser }, packer) =>
        browser.send(createShipment, { number, lines }, { 'idempotency-key': `${number} ${packer}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'nothing_left_to_ship' })
    const { shipments, events, status } = await detail(number)
    expect([status, shipments.length]).toEqual(['shipped', 1])
    expect(events.filter(({ kind }) => kind === 'shipped')).toHaveLength(1)
  }
  expect(await checkLedger(db)).toEqual([])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
