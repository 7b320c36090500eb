import { z } from 'zod'
import { addressFields, checkPlace, phone } from '../orders/address/address.ts'
import {
  currentUser,
  email,
  fullName,
  gender,
  newPassword,
  passwordsDiffer,
  passwordsMatch,
  MAX_PROFILE_IMAGE_BYTES,
} from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { id, moment, nothing, secretText } from '../fields.ts'

export const account = currentUser.extend({
  gender: z.literal([1, 2]).nullable(),
  memberSince: moment,
})
export type Account = z.infer<typeof account>

export const getAccount = endpoint({
  method: 'GET',
  path: 'account',
  audience: 'customer',
  withGivenPassword: true,
  summary: 'The details of the signed-in user',
  input: nothing.strict(),
  answer: z.object({ data: account }),
})

export const updateAccountInput = z.strictObject({
  fullName: fullName.optional(),
  gender: gender.nullable().optional(),
  email: email.optional().describe('a new address takes effect once it is confirmed by email'),
  password: secretText(200).optional().describe('the current password; needed for a new email address'),
})

export const updateAccount = endpoint({
  method: 'PATCH',
  path: 'account',
  audience: 'customer',
  summary: 'Changes details; multipart with a profileimage',
  input: updateAccountInput,
  files: { profileimage: { maxBytes: MAX_PROFILE_IMAGE_BYTES } },
  answer: z.object({ data: account }),
})

export const deleteImage = endpoint({
  method: 'DELETE',
  path: 'account/image',
  audience: 'customer',
  summary: 'Deletes the profile image',
  input: nothing.strict(),
  answer: z.object({ data: account }),
})

export const changePasswordInput = z
  .strictObject({
    current: secretText(200).min(1, 'Please enter your current password'),
    password: newPassword,
    confirmpassword: secretText(200),
  })
  .refine(passwordsMatch, passwordsDiffer)

export const changePassword = endpoint({
  method: 'POST',
  path: 'account/password',
  audience: 'customer',
  withGivenPassword: true,
  summary: 'Changes the password and ends every other session',
  input: changePasswordInput,
  answer: z.object({}),
})

export const sessionSummary = z.object({
  id: z.number().int(),
  device: z.string().describe('browser and system, as in Chrome on Windows'),
  current: z.boolean(),
  created_at: moment,
  seen_at: moment,
})
export type SessionSummary = z.infer<typeof sessionSummary>

export const getSessions = endpoint({
  method: 'GET',
  path: 'account/sessions',
  audience: 'customer',
  summary: 'The open sessions of this account, newest first',
  input: nothing.strict(),
  answer: z.object({ data: z.array(sessionSummary) }),
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: 'account/sessions/:id',
  audience: 'customer',
  summary: 'Ends one session of this account',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const deleteSessions = endpoint({
  method: 'DELETE',
  path: 'account/sessions',
  audience: 'customer',
  summary: 'Ends all sessions of this account, this one included',
  input: nothing.strict(),
  answer: z.object({}),
})

/** A delivery address. */
export const addressInput = z
  .strictObject({
    ...addressFields,
    phone,
    is_default: z.boolean().optional(),
  })
  .check(checkPlace)

/** An address of another shop, which may have asked for less. Checkout asks for the rest. */
export const importedAddressInput = z.strictObject({
  ...addressFields,
  phone: z.literal('').or(phone),
  is_default: z.boolean().optional(),
})

export const address = z.object({
  id: z.number().int(),
  fullName: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
  lines: z.array(z.string()).describe('below the name, as on a label'),
  is_default: z.boolean(),
})
export type Address = z.infer<typeof address>

export const getAddresses = endpoint({
  method: 'GET',
  path: 'account/addresses',
  audience: 'customer',
  summary: 'The saved addresses, the default first',
  input: nothing.strict(),
  answer: z.object({ data: z.array(address), total: z.number().int() }),
})

export const createAddress = endpoint({
  method: 'POST',
  path: 'account/addresses',
  audience: 'customer',
  summary: 'Adds an address, up to 20; the first is the default',
  input: addressInput,
  answer: z.object({ data: address }),
})

export const updateAddress = endpoint({
  method: 'PATCH',
  path: 'account/addresses/:id',
  audience: 'customer',
  summary: 'Replaces an address',
  input: addressInput.safeExtend({ id }),
  answer: z.object({ data: address }),
})

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: 'account/addresses/:id',
  audience: 'customer',
  summary: 'Deletes an address',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const exportAccount = endpoint({
  method: 'GET',
  path: 'account/export',
  audience: 'customer',
  summary: 'All personal data of this account',
  input: nothing.strict(),
  answer: z.object({ data: z.record(z.string(), z.unknown()) }),
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: 'account',
  audience: 'customer',
  summary: 'Deletes the account with its data; comments stay without the name',
  input: z.strictObject({ password: secretText(200).min(1, 'Please enter your password') }),
  answer: z.object({}),
})
