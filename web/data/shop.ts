import { useRouteLoaderData } from 'react-router'
import type { Shop } from '#contract/shop.ts'
import type { loader } from '../root.tsx'

/** The shop of this host, and the origin the page was asked at. Known on every page, the error page included where possible. */
export function useShop() {
  return useRouteLoaderData<typeof loader>('root')?.shop ?? nameless
}

/** Scheme and host of this shop, for canonical addresses. */
export function useOrigin() {
  return useRouteLoaderData<typeof loader>('root')?.origin ?? ''
}

/** Stands in where even the shop could not be read. */
const nameless: Shop = {
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
}
