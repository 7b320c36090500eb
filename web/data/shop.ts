import type { Shop } from '#contract/shop/shop.ts'
import { usePage } from './page.ts'

/** The shop of this host. Available on every page, also on error pages if the shop could be read. */
export const useShop = (): Shop => usePage().shop ?? fallbackShop

/** Scheme and host of this shop, for canonical URLs. */
export const useOrigin = (): string => usePage().origin

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
  countries: ['IN'],
  taxName: 'GST',
  sendsEmail: true,
}
