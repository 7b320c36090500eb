import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, callEndpoint, type CallInput } from '#web/lib/call.ts'
import { formData } from './query.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** All groups of settings, and the staff for the notification settings. */
export const allSettings = formData('GET admin/settings')

/** Name, logo, contact, time zone and currency. */
export const shopSettings = formData('GET admin/settings/shop')

/** Tagline, home page sections and footer links. */
export const homeSettings = formData('GET admin/home')

/** Saves one group of settings with the endpoint that updates it. */
export const useSettingUpdate = <E extends Endpoint>(endpoint: E) =>
  useAdminMutation((input: z.input<E['input']>) => callEndpoint(endpoint, input))

/** Saves the shop's settings, with its logo if there is one. */
export const useShopUpdate = () =>
  useAdminMutation(({ logo, ...input }: CallInput<'PATCH admin/settings/shop'> & { logo?: File }) =>
    call('PATCH admin/settings/shop', input, { files: logo && { logo } }),
  )
