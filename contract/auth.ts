import { z } from 'zod'
import { endpoint, permissions } from './endpoint.ts'
import { nothing, text } from './fields.ts'

/** The shop's own rule for e-mail addresses: what the HTML standard accepts, at most 254 characters, in lower case. */
export const email = text(254)
  .trim()
  .pipe(z.email('Please enter an e-mail address, such as name@example.com'))
  .transform((value) => value.toLowerCase())

/** A person's name: anything that can be read, 1 to 200 characters. */
export const fullName = text(200).trim().min(1, 'Please enter your name')

/** A new password; common ones are refused by the server, which knows the list. No rule about kinds of characters: OWASP. */
export const newPassword = text(200).min(8, 'At least 8 characters')

/** 1 male, 2 female; an empty choice is none. */
export const gender = z
  .literal([1, 2, '1', '2'], { error: 'Please choose one' })
  .transform(Number)
  .pipe(z.literal([1, 2]))

/** A photograph of a phone fits. */
export const profilePictureBytes = 10 * 1024 * 1024

/** Adds the rule that the password was typed the same twice. */
export const passwordsMatch = <T extends { password: string; confirmpassword: string }>({
  password,
  confirmpassword,
}: T) => password === confirmpassword

/** The issue that `passwordsMatch` makes, beside the second field. */
export const passwordsDiffer = { path: ['confirmpassword'], error: 'The two passwords are not the same' }

/** Who is signed in, as the browser shows it. */
export const currentUser = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
  roleId: z.number().int(),
  configId: z.number().int(),
  dp: z.string().nullable().describe('file name of the picture'),
  emailVerified: z.boolean(),
  mustChangePassword: z.boolean(),
  permissions: z.array(z.enum(permissions)).describe('what the dashboard shows; the server asks for itself'),
})
export type CurrentUser = z.infer<typeof currentUser>

const signedIn = z.object({
  token: z.string().describe('signed, for display alone: the credential is the httpOnly cookie'),
  user: currentUser,
})

export const loginInput = z.object({
  email,
  password: text(200).min(1, 'Please enter your password'),
  remember: z.stringbool().or(z.boolean()).optional().describe('30 days; else until the browser is closed'),
})

export const login = endpoint({
  method: 'POST',
  path: 'auth/login',
  audience: 'visitor',
  summary: 'Signs in; the cart and wishlist of the visitor come along',
  input: loginInput,
  answer: z.object({ token: z.string(), data: signedIn }),
})

export const registerInput = z
  .object({ fullName, gender, email, password: newPassword, confirmpassword: text(200) })
  .refine(passwordsMatch, passwordsDiffer)

export const register = endpoint({
  method: 'POST',
  path: 'auth/register',
  audience: 'visitor',
  summary: 'Makes an account; multipart where a profileimage comes with it',
  input: registerInput,
  files: { profileimage: { maxBytes: profilePictureBytes } },
  answer: z.object({}),
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
  summary: 'Who is signed in, if anyone',
  input: nothing.strict(),
  answer: z.object({ data: signedIn.nullable() }),
})

export const forgotPasswordInput = z.strictObject({ email })

export const forgotPassword = endpoint({
  method: 'POST',
  path: 'auth/forgot-password',
  audience: 'visitor',
  summary: 'Mails a link for a new password, if the address has an account; the answer is always the same',
  input: forgotPasswordInput,
  answer: z.object({}),
})

/** The secret of a mailed link. */
export const mailedToken = text(100).regex(/^[\w-]{20,100}$/, 'This link is not complete')

export const resetPasswordInput = z
  .strictObject({ token: mailedToken, password: newPassword, confirmpassword: text(200) })
  .refine(passwordsMatch, passwordsDiffer)

export const resetPassword = endpoint({
  method: 'POST',
  path: 'auth/reset-password',
  audience: 'visitor',
  summary: 'Sets a new password by a mailed link, once within 30 minutes, and ends every session',
  input: resetPasswordInput,
  answer: z.object({}),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: 'auth/verify-email',
  audience: 'visitor',
  summary: 'Confirms an address by the mailed link',
  input: z.strictObject({ token: mailedToken }),
  answer: z.object({}),
})

export const resendVerification = endpoint({
  method: 'POST',
  path: 'auth/resend-verification',
  audience: 'customer',
  summary: 'Mails the link that confirms the address again',
  input: nothing.strict(),
  answer: z.object({}),
})
