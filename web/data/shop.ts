import { useRouteLoaderData } from '../lib/navigation/navigation.ts'
import type { Shop } from '#contract/shop/shop.ts'
import type { loader } from '../root.tsx'

/** The shop of this host. Available on every page, also on error pages if the shop could be read. */
export function useShop() {
  return useRouteLoaderData<typeof loader>('root')?.shop ?? fallbackShop
}

/** Scheme and host of this shop, for canonical URLs. */
export function useOrigin() {
  return useRouteLoaderData<typeof loader>('root')?.origin ?? ''
}

/** Used if the shop could not be read. */
const fallbackShop: Shop = {
  configId: 0,
  name: 'Shop',
  tagline: '',
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'Asia/Kolkata',
  logo: null,
  email: '',
  phone: '',
  address: '',
  pricesIncludeTax: true,
  taxName: 'GST',
  sendsEmail: true,
}
