import { z } from 'zod'
import { endpoint, permissions } from '../endpoint.ts'
import { nothing, secretText, text } from '../fields.ts'

/** An email address as the HTML standard accepts it, up to 254 characters, in lower case. */
export const email = text(254)
  .trim()
  .pipe(z.email('Enter an email address like name@example.com'))
  .transform((value) => value.toLowerCase())

/** A person's name, 1 to 200 characters. */
export const fullName = text(200).trim().min(1, 'Please enter your name')

/** A new password. The server also refuses common ones. OWASP advises against rules about kinds of characters. */
export const newPassword = secretText(200).min(8, 'Use at least 8 characters')

/** 1 male, 2 female. */
export const gender = z
  .literal([1, 2, '1', '2'], { error: 'Please choose an option' })
  .transform(Number)
  .pipe(z.literal([1, 2]))

/** Fits a photo taken by a phone. */
export const MAX_PROFILE_IMAGE_BYTES = 10 * 1024 * 1024

/** Whether both password fields are equal. */
export const passwordsMatch = <T extends { password: string; confirmpassword: string }>({
  password,
  confirmpassword,
}: T) => password === confirmpassword

/** The issue for passwords that differ, at the second field. */
export const passwordsDiffer = { path: ['confirmpassword'], error: 'Passwords don’t match' }

/** The signed-in user as the browser shows it. */
export const currentUser = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
  roleId: z.number().int(),
  configId: z.number().int(),
  dp: z.string().nullable().describe('file name of the image'),
  emailVerified: z.boolean(),
  mustChangePassword: z.boolean(),
  permissions: z.array(z.enum(permissions)).describe('for display; the server checks its own copy'),
})
export type CurrentUser = z.infer<typeof currentUser>

const signedIn = z.object({
  token: z.string().describe('signed, for display only; the credential is the HttpOnly cookie'),
  user: currentUser,
})

export const loginInput = z.object({
  email,
  password: secretText(200).min(1, 'Please enter your password'),
  remember: z
    .stringbool()
    .or(z.boolean())
    .optional()
    .describe('stay signed in for 30 days; else until the browser closes'),
})

export const login = endpoint({
  method: 'POST',
  path: 'auth/login',
  audience: 'visitor',
  summary: 'Signs in and merges the visitor’s cart and wishlist',
  input: loginInput,
  answer: z.object({ token: z.string(), data: signedIn }),
})

export const registerInput = z
  .object({
    fullName,
    gender,
    email,
    password: newPassword,
    confirmpassword: secretText(200),
    signIn: z
      .stringbool()
      .or(z.boolean())
      .optional()
      .describe('false: creates the account without signing in, as the form of the shop does'),
  })
  .refine(passwordsMatch, passwordsDiffer)

export const register = endpoint({
  method: 'POST',
  path: 'auth/register',
  audience: 'visitor',
  summary: 'Creates an account and signs in, unless signIn is false; multipart with a profileimage',
  input: registerInput,
  files: { profileimage: { maxBytes: MAX_PROFILE_IMAGE_BYTES } },
  answer: z.object({ token: z.string(), data: signedIn }),
})

export const logout = endpoint({
  method: 'POST',
  path: 'auth/logout',
  audience: 'visitor',
  summary: 'Ends the session',
  input: nothing,
  answer: z.object({}),
})

export const getSession = endpoint({
  method: 'GET',
  path: 'auth/session',
  audience: 'visitor',
  summary: 'The signed-in user, or null',
  input: nothing.strict(),
  answer: z.object({ data: signedIn.nullable() }),
})

export const forgotPasswordInput = z.strictObject({ email })

export const forgotPassword = endpoint({
  method: 'POST',
  path: 'auth/forgot-password',
  audience: 'visitor',
  summary: 'Emails a reset link if the address has an account; the answer is always the same',
  input: forgotPasswordInput,
  answer: z.object({}),
})

/** The secret of an emailed link. */
export const emailedToken = text(100).regex(/^[\w-]{20,100}$/, 'This link is incomplete')

export const resetPasswordInput = z
  .strictObject({ token: emailedToken, password: newPassword, confirmpassword: secretText(200) })
  .refine(passwordsMatch, passwordsDiffer)

export const resetPassword = endpoint({
  method: 'POST',
  path: 'auth/reset-password',
  audience: 'visitor',
  summary:
    'Sets a new password with an emailed link and ends every session; the link works once within 30 minutes',
  input: resetPasswordInput,
  answer: z.object({}),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: 'auth/verify-email',
  audience: 'visitor',
  summary: 'Confirms an email address with the emailed link',
  input: z.strictObject({ token: emailedToken }),
  answer: z.object({}),
})

export const resendVerification = endpoint({
  method: 'POST',
  path: 'auth/resend-verification',
  audience: 'customer',
  summary: 'Resends the link that confirms the email address',
  input: nothing.strict(),
  answer: z.object({}),
})
