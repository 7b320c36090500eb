import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { getHomeSettings } from '#contract/settings/home.ts'
import type { getSettings } from '#contract/settings/settings.ts'
import type { getShopSettings, updateShopSettings } from '#contract/shop/shop-settings.ts'
import { api, apiWithFiles } from '#web/lib/api.ts'
import { adminKey } from './list.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

// A form keeps the data it started with until it is saved.
const formQueryOptions = { staleTime: Infinity, refetchOnMount: 'always' } as const

/** All groups of settings, and the staff for the notification settings. */
export function useSettings() {
  return useQuery({
    queryKey: adminKey('settings', 'all'),
    queryFn: ({ signal }) => readSettings(signal),
    ...formQueryOptions,
  })
}

/** Name, logo, contact, time zone and currency. */
export function useShopSettings() {
  return useQuery({
    queryKey: adminKey('settings', 'shop'),
    queryFn: ({ signal }) => readShopSettings(signal),
    ...formQueryOptions,
  })
}

/** Tagline, home page sections and footer links. */
export function useHomeSettings() {
  return useQuery({
    queryKey: adminKey('settings', 'home'),
    queryFn: ({ signal }) => readHomeSettings(signal),
    ...formQueryOptions,
  })
}

/** Reads all groups of settings past the cache. */
export async function readSettings(signal?: AbortSignal) {
  return (await api<typeof getSettings>('GET', 'admin/settings', {}, signal)).data
}

/** Reads the data of `useShopSettings` past the cache. */
export async function readShopSettings(signal?: AbortSignal) {
  return (await api<typeof getShopSettings>('GET', 'admin/settings/shop', {}, signal)).data
}

/** Reads the data of `useHomeSettings` past the cache. */
export async function readHomeSettings(signal?: AbortSignal) {
  return (await api<typeof getHomeSettings>('GET', 'admin/home', {}, signal)).data
}

/** Saves one group of settings with the endpoint that updates it. */
export const useSettingUpdate = <E extends Endpoint>({ method, path }: E) =>
  useAdminMutation((input: z.input<E['input']>) => api<E>(method, path, input))

/** Saves the shop's settings, with its logo if there is one. */
export const useShopUpdate = () =>
  useAdminMutation(({ logo, ...input }: z.input<typeof updateShopSettings.input> & { logo?: File }) =>
    logo
      ? apiWithFiles<typeof updateShopSettings>('PATCH', 'admin/settings/shop', input, { logo })
      : api<typeof updateShopSettings>('PATCH', 'admin/settings/shop', input),
  )
