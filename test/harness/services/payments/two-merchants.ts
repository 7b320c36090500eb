import { keysOf, type paymentShop } from '../payment-shop.ts'

/** Two merchants at Stripe: mugs, with keys, rolled ones, and bowls, with test and live ones. */
export async function twoMerchants({
  db,
  stripe,
  awaitOffer,
}: Pick<Awaited<ReturnType<typeof paymentShop>>, 'db' | 'stripe' | 'awaitOffer'>) {
  const mugs = await stripe.add()
  const bowls = await stripe.add()
  const first = keysOf('mugs')
  const rolled = keysOf('muga')
  const other = keysOf('bowl')
  const live = keysOf('mugl', 'live')
  stripe.allow(first.secretKey, mugs)
  stripe.allow(rolled.secretKey, mugs)
  stripe.allow(other.secretKey, bowls)
  stripe.allow(live.secretKey, bowls)
  return {
    mugs,
    bowls,
    first,
    rolled,
    other,
    live,
    /** The shop has no account at a provider any more. */
    async removeAccounts() {
      await db.updateTable('payment').set({ account_id: null }).execute()
      await db.deleteFrom('payment_account').execute()
      await awaitOffer([])
    },
  }
}
