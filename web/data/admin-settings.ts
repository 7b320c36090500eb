import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getHomeSettings, updateFooter, updateSections, updateTagline } from '#contract/home.ts'
import type {
  getSettings,
  updateCheckout,
  updateInvoice,
  updateNotifications,
  updatePayment,
  updateShipping,
  updateTax,
} from '#contract/settings.ts'
import type { getShopSettings, updateCurrency, updateShopSettings } from '#contract/shop-settings.ts'
import { api, apiWithFiles } from '../lib/api.ts'
import { useAdminChange } from './admin-change.ts'

const settingsKey = ['personal', 'admin', 'settings']
// What a form has begun with stays until it is saved: nothing is read anew beneath it.
const steady = { staleTime: Infinity, refetchOnMount: 'always' } as const

/** All groups of settings of the shop, and the staff. */
export function useSettings() {
  return useQuery({
    queryKey: [...settingsKey, 'all'],
    queryFn: ({ signal }) => readSettings(signal),
    ...steady,
  })
}

/** Name, logo, contact, time zone and currency. */
export function useShopSettings() {
  return useQuery({
    queryKey: [...settingsKey, 'shop'],
    queryFn: ({ signal }) => readShopSettings(signal),
    ...steady,
  })
}

/** Tagline, parts of the home page and links of the footer. */
export function useHomeSettings() {
  return useQuery({
    queryKey: [...settingsKey, 'home'],
    queryFn: ({ signal }) => readHomeSettings(signal),
    ...steady,
  })
}

/** All groups of settings as they are stored now. */
export async function readSettings(signal?: AbortSignal) {
  return (await api<typeof getSettings>('GET', 'admin/settings', {}, signal)).data
}

/** What `useShopSettings` asks for, as it is stored now. */
export async function readShopSettings(signal?: AbortSignal) {
  return (await api<typeof getShopSettings>('GET', 'admin/settings/shop', {}, signal)).data
}

/** What `useHomeSettings` asks for, as it is stored now. */
export async function readHomeSettings(signal?: AbortSignal) {
  return (await api<typeof getHomeSettings>('GET', 'admin/home', {}, signal)).data
}

type Input<E extends { input: z.ZodType }> = z.input<E['input']>

/** Saves settings; each rejects with an error that has words. */
export function useSettingsChanges() {
  const change = useAdminChange(settingsKey)
  return {
    tax: (input: Input<typeof updateTax>) =>
      change(api<typeof updateTax>('PUT', 'admin/settings/tax', input)),
    shipping: (input: Input<typeof updateShipping>) =>
      change(api<typeof updateShipping>('PUT', 'admin/settings/shipping', input)),
    payment: (input: Input<typeof updatePayment>) =>
      change(api<typeof updatePayment>('PUT', 'admin/settings/payment', input)),
    checkout: (input: Input<typeof updateCheckout>) =>
      change(api<typeof updateCheckout>('PUT', 'admin/settings/checkout', input)),
    invoice: (input: Input<typeof updateInvoice>) =>
      change(api<typeof updateInvoice>('PUT', 'admin/settings/invoice', input)),
    notifications: (input: Input<typeof updateNotifications>) =>
      change(api<typeof updateNotifications>('PUT', 'admin/settings/notifications', input)),
    currency: (input: Input<typeof updateCurrency>) =>
      change(api<typeof updateCurrency>('PUT', 'admin/settings/currency', input)),
    shop: (input: Input<typeof updateShopSettings>, logo?: File) =>
      change(
        logo
          ? apiWithFiles<typeof updateShopSettings>('PATCH', 'admin/settings/shop', input, { logo })
          : api<typeof updateShopSettings>('PATCH', 'admin/settings/shop', input),
      ),
    tagline: (input: Input<typeof updateTagline>) =>
      change(api<typeof updateTagline>('PUT', 'admin/home/tagline', input)),
    sections: (input: Input<typeof updateSections>) =>
      change(api<typeof updateSections>('PUT', 'admin/home/sections', input)),
    footer: (input: Input<typeof updateFooter>) =>
      change(api<typeof updateFooter>('PUT', 'admin/home/footer', input)),
  }
}
