import { afterAll, expect, it } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { sendExtremeInputs } from '#test/harness/hostile/extreme-calls.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import type { ExtremeInput } from '#test/harness/hostile/extreme-inputs.ts'

// Keys of PayPal have no form of their own, so the provider is asked about any.
const paypal = await paypalServer()
const shop = await testApp({ env: { RATE_LIMITS: 'off', PAYPAL_URL: paypal.url } })
afterAll(() => Promise.all([shop.stop(), paypal.stop()]))

/** All extremes together, and one field alone: another kind of field at the next endpoint. */
function togetherAndOneAlone(inputs: ExtremeInput[], index: number): ExtremeInput[] {
  const alone = inputs.filter(({ fields }) => fields === 'one')
  return [
    ...inputs.filter(({ fields }) => fields !== 'one'),
    ...alone.slice(index % alone.length).slice(0, 1),
  ]
}

// `npm run test:stress -- extreme-inputs` sends each field alone at both extremes.
it('no input at the limits of the contract is a fault', async () => {
  const { sent, accepted, faults } = await sendExtremeInputs(shop, togetherAndOneAlone)
  expect(faults).toEqual([])
  expect(shop.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  // Refused inputs would prove little.
  expect(accepted).toBeGreaterThan(sent / 2)
}, 120_000)
