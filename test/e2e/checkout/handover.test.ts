import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { assistant, destination } from '../support/agent.ts'
import { ordersOf, placeButton, review, thanks } from '../support/checkout.ts'
import { ownProduct } from '../support/goods.ts'
import {
  expectLargeTextFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  shopUrl,
} from '../support/page.ts'
import { inDatabase, openAs, register, signInAs, somebody } from '../support/person.ts'
import { callAs } from '../support/shopper.ts'

/** A checkout with two units for a new person, and one unit of another product for the own cart. */
async function prepare(more: object = {}) {
  const [person, chosen, own] = [somebody(), await ownProduct(50_000, 5), await ownProduct(30_000, 5)]
  const agent = await assistant()
  const checkout = await agent('/checkout-sessions', {
    line_items: [{ item: { id: `v${chosen.variantid}` }, quantity: 2 }],
    buyer: { first_name: 'Asha', last_name: 'Rao', email: person.email, phone_number: '+919876543210' },
    fulfillment: { methods: [{ type: 'shipping', destinations: [destination] }] },
    ...more,
  })
  const path = new URL(checkout.continue_url ?? '').pathname
  return { agent, checkout, person, chosen, own, path }
}

it('a buyer finishes what an assistant has prepared', async () => {
  const coupon = await inDatabase((db) => newCoupon(db, { code: `AGENT${Date.now()}` }))
  const { agent, checkout, person, chosen, own, path } = await prepare({
    discounts: { codes: [coupon.code] },
  })
  const page = await openPage(path, {
    width: 360,
    first: (opened) => callAs(opened, 'cart/addToCart', { productid: own.productid }),
  })
  await page.getByRole('heading', { name: 'Your assistant has prepared this order' }).waitFor()
  for (const secret of [path, links.preparedCheckout(checkout.id)])
    expect(Object.fromEntries((await fetch(shopUrl + secret)).headers)).toMatchObject({
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    })
  await page.getByRole('link', { name: chosen.name }).waitFor()
  await page.getByText('Your cart already has 1 item.').waitFor()
  await page.getByText('4 Rose Lane').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Continue to checkout' }).focus()
  await page.keyboard.press('Enter')

  await page.waitForURL(`**${links.preparedCheckout(checkout.id)}`)
  await hydrated(page)
  await review(page).getByText(own.name).waitFor()
  await review(page).getByText(chosen.name).waitFor()
  const filled = { 'Email address': person.email, 'Full name': 'Asha Rao', City: 'Pune', State: 'MH' }
  for (const [label, text] of Object.entries(filled))
    await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
  await page.getByText(`Coupon ${coupon.code}`).first().waitFor()
  await page.getByLabel('Full name').fill('Asha R. Rao')
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Asha R. Rao')
  await expectNoAxeViolations(page)
  await placeButton(page).last().click()
  await thanks(page)

  const [order, ...others] = await ordersOf(person.email)
  expect(others).toEqual([])
  expect(await agent(`/checkout-sessions/${checkout.id}`)).toMatchObject({
    status: 'completed',
    order: { id: order!.number },
  })
  await page.goBack()
  await page.getByRole('heading', { name: 'This order is already placed' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByRole('heading', { name: 'Your order', exact: true }).waitFor()
})

it('also without JavaScript, and an order of the assistant in between is not placed twice', async () => {
  const { agent, checkout, person, own, path } = await prepare()
  const page = await openPage(path, {
    javaScript: false,
    expected: /status of 409/,
    first: (opened) => callAs(opened, 'cart/addToCart', { productid: own.productid }),
  })
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await page.waitForURL(`**${links.preparedCheckout(checkout.id)}`)
  expect(await page.getByLabel('Full name').inputValue()).toBe('Asha Rao')
  expect(await page.getByLabel('PIN code').inputValue()).toBe('411001')
  await placeButton(page).first().click()
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  expect(await agent(`/checkout-sessions/${checkout.id}`)).toMatchObject({ status: 'completed' })
  await page.goBack()
  await page.getByRole('heading', { name: 'This order is already placed' }).waitFor()

  const second = await prepare()
  await page.goto(second.path)
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  const { status } = await agentOrders(second)
  expect(status).toBe('completed')
  await placeButton(page).first().click()
  await page.getByText('Your assistant has already placed this order.').waitFor()
  expect(await ordersOf(second.person.email)).toHaveLength(1)
  expect(await ordersOf(person.email)).toHaveLength(1)
})

const agentOrders = ({ agent, checkout }: Awaited<ReturnType<typeof prepare>>) =>
  agent(`/checkout-sessions/${checkout.id}/complete`, {
    payment: { instruments: [{ id: 'i1', handler_id: 'cod', type: 'cod' }] },
  })

it('fills in another address for a customer, and links that lead nowhere say so', async () => {
  const { checkout, person, chosen, path } = await prepare()
  const customer = somebody('Meera Nair')
  await register(customer)
  const page = await openAs(customer, '/about', { expected: /status of 404/ })
  const home = { fullName: 'Meera Nair', phone: '98765 43210', line1: '7 Lake Road', city: 'Kochi' }
  await callAs(page, 'account/addresses', { ...home, state: 'Kerala', pincode: '682001', country: 'IN' })
  await signInAs(page, customer)
  // The cart is empty: the checkout leads to the items first.
  await page.goto(links.preparedCheckout(checkout.id))
  await page.waitForURL(`**${path}`)
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await placeButton(page).first().waitFor()
  await hydrated(page)
  await expect.poll(() => page.getByRole('radio', { name: 'Use a different address' }).isChecked()).toBe(true)
  expect(await page.getByLabel('House number and street').inputValue()).toBe('4 Rose Lane')
  expect(await page.getByLabel('Email address').inputValue()).toBe(person.email)

  await chosen.change({ price: 50_000, stock: 0 })
  await page.goto(path)
  await page.getByText('These items are no longer available.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Continue to checkout' }).count()).toBe(0)
  await expectNoAxeViolations(page)
  await page.goto(links.continueCheckout('A'.repeat(22)))
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await expectNoAxeViolations(page)
  await expectLargeTextFits(page)
})
