import { z } from 'zod'
import { addressFields, fullLine, hasPinCode, noPinCode, phone } from './address.ts'
import {
  currentUser,
  email,
  fullName,
  gender,
  newPassword,
  passwordsDiffer,
  passwordsMatch,
  profilePictureBytes,
} from './auth.ts'
import { endpoint } from './endpoint.ts'
import { id, moment, nothing, text } from './fields.ts'

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
  summary: 'The details of who is signed in',
  input: nothing.strict(),
  answer: z.object({ data: account }),
})

export const updateAccountInput = z.strictObject({
  fullName: fullName.optional(),
  gender: gender.nullable().optional(),
  email: email.optional().describe('another address has to be confirmed by mail before it takes the place'),
  password: text(200).optional().describe('the present one; needed for another e-mail address'),
})

export const updateAccount = endpoint({
  method: 'PATCH',
  path: 'account',
  audience: 'customer',
  summary: 'Changes details; multipart where a profileimage comes with it',
  input: updateAccountInput,
  files: { profileimage: { maxBytes: profilePictureBytes } },
  answer: z.object({ data: account }),
})

export const deletePicture = endpoint({
  method: 'DELETE',
  path: 'account/picture',
  audience: 'customer',
  summary: 'Takes the profile picture away',
  input: nothing.strict(),
  answer: z.object({ data: account }),
})

export const changePasswordInput = z
  .strictObject({
    current: text(200).min(1, 'Please enter your present password'),
    password: newPassword,
    confirmpassword: text(200),
  })
  .refine(passwordsMatch, passwordsDiffer)

export const changePassword = endpoint({
  method: 'POST',
  path: 'account/password',
  audience: 'customer',
  withGivenPassword: true,
  summary: 'Sets another password and ends every other session',
  input: changePasswordInput,
  answer: z.object({}),
})

export const signedInAt = z.object({
  id: z.number().int(),
  device: z.string().describe('browser and system in words'),
  current: z.boolean(),
  created_at: moment,
  seen_at: moment,
})
export type SignedInAt = z.infer<typeof signedInAt>

export const getSessions = endpoint({
  method: 'GET',
  path: 'account/sessions',
  audience: 'customer',
  summary: 'Where this account is signed in, newest first',
  input: nothing.strict(),
  answer: z.object({ data: z.array(signedInAt) }),
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
  summary: 'Signs out everywhere, here too',
  input: nothing.strict(),
  answer: z.object({}),
})

/** An address to deliver to. */
export const addressInput = z
  .strictObject({
    ...addressFields,
    state: fullLine('Please enter the state'),
    phone,
    is_default: z.boolean().optional(),
  })
  .refine(hasPinCode, noPinCode)

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
  is_default: z.boolean(),
})
export type Address = z.infer<typeof address>

export const getAddresses = endpoint({
  method: 'GET',
  path: 'account/addresses',
  audience: 'customer',
  summary: 'The address book, the default first',
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
  summary: 'Writes an address anew',
  input: addressInput.safeExtend({ id }),
  answer: z.object({ data: address }),
})

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: 'account/addresses/:id',
  audience: 'customer',
  summary: 'Removes an address',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const exportAccount = endpoint({
  method: 'GET',
  path: 'account/export',
  audience: 'customer',
  summary: 'Everything that is kept about this account',
  input: nothing.strict(),
  answer: z.object({ data: z.record(z.string(), z.unknown()) }),
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: 'account',
  audience: 'customer',
  summary: 'Deletes the account with all that belongs to it; comments stay without the name',
  input: z.strictObject({ password: text(200).min(1, 'Please enter your password') }),
  answer: z.object({}),
})
