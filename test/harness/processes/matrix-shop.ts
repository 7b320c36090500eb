// A shop with every provider of PAYMENT_ACCOUNTS, which tests kill. Its payment jobs run when a test asks for them, at a port of
// their own, so that a row of the payment matrix decides when they do.

import { createServer } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect } from '#server/db/connect.ts'
import { expireOrders, pollPayments, processRefunds } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { makeMollie } from '#server/platform/payments/mollie/mollie.ts'
import { makePaypal } from '#server/platform/payments/paypal/paypal.ts'
import { makeRazorpay } from '#server/platform/payments/razorpay/razorpay.ts'
import { makeStripe } from '#server/platform/payments/stripe/stripe.ts'
import { fixedPayments } from '../app/fixed-payments.ts'
import type { PaymentAccounts } from './payment-accounts.ts'

const accounts = JSON.parse(process.env['PAYMENT_ACCOUNTS'] ?? '') as PaymentAccounts
const config = prepareDataDir(readConfig())
const databaseUrl = config.databaseUrl ?? ''
const db = connect(databaseUrl, { max: 8 })
const online = fixedPayments([
  await makeStripe(accounts.stripe),
  makeRazorpay(accounts.razorpay),
  makePaypal(accounts.paypal),
  makeMollie(accounts.mollie),
])
const app = await buildApp({ config, db, databaseUrl, log: pino({ level: 'error' }) }, { online })
const deps = { online, keyedHash: keyedHash(config.authSecret) }
const jobs: Record<string, () => Promise<unknown>> = {
  '/poll': () => pollPayments(db, deps),
  '/refund': () => processRefunds(db, deps),
  '/expire': () => expireOrders(db, deps.keyedHash),
}
const control = createServer((request, response) => {
  const done = (status: number) => () => void response.writeHead(status).end()
  void (jobs[request.url ?? ''] ?? (() => Promise.reject(new Error('No such job'))))().then(
    done(204),
    done(500),
  )
})
await new Promise<void>((listening) => void control.listen(0, '127.0.0.1', listening))
console.log(`jobs at http://127.0.0.1:${(control.address() as AddressInfo).port}`)
console.log(`open at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
// A process that is killed writes no cache.
flushCompileCache()
