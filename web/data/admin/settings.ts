import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, callEndpoint, type CallInput } from '#web/lib/call.ts'
import { adminKey } from './query.ts'
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
  return (await call('GET admin/settings', {}, { signal })).data
}

/** Reads the data of `useShopSettings` past the cache. */
export async function readShopSettings(signal?: AbortSignal) {
  return (await call('GET admin/settings/shop', {}, { signal })).data
}

/** Reads the data of `useHomeSettings` past the cache. */
export async function readHomeSettings(signal?: AbortSignal) {
  return (await call('GET admin/home', {}, { signal })).data
}

/** Saves one group of settings with the endpoint that updates it. */
export const useSettingUpdate = <E extends Endpoint>(endpoint: E) =>
  useAdminMutation((input: z.input<E['input']>) => callEndpoint(endpoint, input))

/** Saves the shop's settings, with its logo if there is one. */
export const useShopUpdate = () =>
  useAdminMutation(({ logo, ...input }: CallInput<'PATCH admin/settings/shop'> & { logo?: File }) =>
    call('PATCH admin/settings/shop', input, { files: logo && { logo } }),
  )
