// A shop with every provider of PAYMENT_ACCOUNTS, which tests kill. It runs the jobs of payments almost without a pause.

import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect } from '#server/db/connect.ts'
import { pollPayments, processRefunds } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { makeMollie } from '#server/platform/payments/mollie/mollie.ts'
import { makePaypal } from '#server/platform/payments/paypal/paypal.ts'
import { makeRazorpay } from '#server/platform/payments/razorpay/razorpay.ts'
import { makeStripe } from '#server/platform/payments/stripe/stripe.ts'
import { fixedPayments } from '../app/fixed-payments.ts'
import type { PaymentAccounts } from './payment-accounts.ts'

const PAUSE_MS = 20

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
const log = pino({ level: 'error' })
const app = await buildApp({ config, db, databaseUrl, log }, { online })
console.log(`open at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
const deps = { online, keyedHash: keyedHash(config.authSecret) }
for (;;) {
  await pollPayments(db, deps)
  await processRefunds(db, deps)
  await wait(PAUSE_MS)
}
