import { afterAll, expect, test } from 'vitest'
import { stripeServer } from '#test/harness/services/stripe-server.ts'
import { ProviderRefusal } from '../payment-provider.ts'
import { makeStripe } from './stripe.ts'

const { url: server, keys, mood, stop } = await stripeServer()
afterAll(stop)
const { webhookSecret } = keys
const identify = async (secretKey: string, url = server) =>
  (await makeStripe({ secretKey, webhookSecret, server: url })).identify()

test('names the account of a key and its mode', async () => {
  expect(await identify(keys.secretKey)).toEqual({ mode: 'test', name: 'Mug shop' })
  expect(await identify(keys.restrictedKey)).toEqual({ mode: 'test', name: 'Stripe' })
})

test('refuses a wrong key with a sentence', async () => {
  await expect(identify('sk_live_of_somebody')).rejects.toThrow(
    new ProviderRefusal('Stripe does not accept the secret key.'),
  )
})

test('does not take an unreachable provider for a wrong key', async () => {
  mood.look = 'down'
  const error: unknown = await identify(keys.secretKey).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ProviderRefusal)
  mood.look = 'fine'
})
