import { expect, it, onTestFinished } from 'vitest'
import { links } from '#contract/links.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../support/page.ts'
import { inDatabase, openAs, register, somebody } from '../support/person.ts'
import { simpleProduct } from '../support/shopper.ts'

const number = 'UPIX-UPIX-UPIX'

it('an order by UPI shows a code to scan and a link for this phone', async () => {
  const person = somebody()
  await register(person)
  const { productid, variants } = await simpleProduct()
  await inDatabase(async (db) => {
    const { id } = await db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    // The checkout does not offer UPI to the other tests.
    await db
      .insertInto('setting')
      .values({ config_id: 1, key: 'payment.upi_id', value: '"ostrel@okaxis"' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const line = { productId: productid, variantId: variants[0]!.variantid, quantity: 1, price: 123_405 }
    const due = {
      status: 'pending',
      payment_method: 'upi',
      reserved_until: new Date(Date.now() + 86_400_000),
    }
    await newSoldOrder(db, [line], { number, user_id: id, email: person.email, ...due })
  })
  onTestFinished(() =>
    inDatabase(async (db) => {
      await db
        .updateTable('shop_order')
        .set({ status: 'cancelled', reserved_until: null })
        .where('number', '=', number)
        .execute()
      await db.deleteFrom('setting').where('key', '=', 'payment.upi_id').execute()
    }),
  )
  const page = await openAs(person, links.order(number), { width: 360 })
  await page.getByRole('img', { name: 'QR code for UPI apps' }).waitFor()
  const link = page.getByRole('link', { name: 'Pay with a UPI app' })
  await expect
    .poll(() => link.getAttribute('href'))
    .toMatch(/^upi:\/\/pay\?pa=ostrel@okaxis&pn=Ostrel&am=1234\.05&cu=INR&tn=Order%20\d{4}-\d{6}$/)
  await page.getByText(/Or pay to ostrel@okaxis with the reference \d{4}-\d{6}\./).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoSidewaysScroll(page)
})
