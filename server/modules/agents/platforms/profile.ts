import { z } from 'zod'
import { AppError } from '#server/http/errors.ts'
import { isRemoteUrl } from '#server/platform/remote/remote-get.ts'
import type { IsAllowed } from '#server/platform/remote/remote-address.ts'

/** The database has no room for more. */
const MAX_URL_CHARACTERS = 500
const MAX_KEYS = 50

/** What a platform publishes about itself, in its newest form. Unknown fields pass. */
const document = z.looseObject({
  ucp: z.looseObject({
    version: z.iso.date(),
    services: z.looseObject({}).optional(),
    capabilities: z.unknown().optional(),
    payment_handlers: z.looseObject({}).optional(),
  }),
  signing_keys: z
    .array(z.looseObject({ kid: z.string(), kty: z.string() }))
    .max(MAX_KEYS)
    .optional(),
})

/** The profile of a platform. */
export interface PlatformProfile {
  /** The version of the protocol that the platform speaks, such as 2026-04-08. */
  version: string
  /** As published: its form depends on the version. */
  capabilities: unknown
  /** Names of the payment handlers that it supports. */
  paymentHandlers: readonly string[]
  /** JWKs. */
  signingKeys: readonly { kid: string; kty: string; [member: string]: unknown }[]
}

/** Reads the text of a profile. AppError 422. */
export function parseProfile(text: string): PlatformProfile {
  const { ucp, signing_keys: signingKeys = [] } = validate(parseJson(text))
  const { version, capabilities, payment_handlers: handlers = {} } = ucp
  return { version, capabilities, paymentHandlers: Object.keys(handlers), signingKeys }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformedProfile('The profile is not JSON of at most 64 kB.')
  }
}

function validate(json: unknown): z.output<typeof document> {
  const { data, error } = document.safeParse(json)
  if (data) return data
  const [issue] = error.issues
  const path = issue?.path.map(String).join('.').slice(0, 100)
  throw malformedProfile(`The profile is not valid${path ? ` at ${path}` : ''}.`)
}

export const malformedProfile = (message: string) => new AppError(422, 'profile_malformed', message)

/** The address of a profile in its normal form. AppError 400. */
export function parseProfileUrl(text: string, mayReach: IsAllowed): string {
  const url = URL.parse(text)
  if (!url || !isRemoteUrl(url, mayReach))
    throw invalidProfileUrl('The address of the profile must begin with https://.')
  url.hash = ''
  if (url.href.length > MAX_URL_CHARACTERS)
    throw invalidProfileUrl(`The address of the profile has more than ${MAX_URL_CHARACTERS} characters.`)
  return url.href
}

export const invalidProfileUrl = (message: string) => new AppError(400, 'invalid_profile_url', message)
