import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { CurrentUser, getSession, login, logout, register } from '#contract/identity/auth.ts'
import { api, apiWithFiles } from '#web/lib/api.ts'
import { readDisplayToken } from '#web/lib/display-token.ts'
import { clearFormDrafts, hasUnsavedText } from '#web/lib/form-drafts.ts'
import { clearDrafts } from '../checkout/checkout-draft.ts'
import { clearStoredUser, onTokenChangedInOtherTab, storedToken, storeUser } from './stored-user.ts'

type SignedIn = z.output<typeof getSession.answer>['data']

const session = {
  queryKey: ['personal', 'session'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SignedIn> =>
    (await api<typeof getSession>('GET', 'auth/session', {}, signal)).data,
}

/** The signed-in user: null if signed out, undefined while unknown. */
export function useSession() {
  return useQuery({
    ...session,
    select: (signedIn): CurrentUser | null => signedIn?.user ?? null,
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  })
}

/** Follows sign-ins of other tabs and keeps the stored user current. Use it once per page. */
export function useSessionSync(): void {
  const client = useQueryClient()
  const { data: signedIn } = useQuery({ ...session, enabled: false })
  useEffect(() => onTokenChangedInOtherTab(() => void followOtherTab(client)), [client])
  useEffect(() => {
    if (signedIn === null) clearStoredUser()
    else if (signedIn && !isStored(signedIn)) storeUser(signedIn.token)
  }, [signedIn])
}

async function followOtherTab(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: session.queryKey })
  const before = client.getQueryData<SignedIn>(session.queryKey)
  // If this request fails, the next window focus refetches the session.
  const signedIn = await client.query({ ...session, staleTime: 0 }).catch(() => undefined)
  // A page with unsaved text stays as it is, and asks who continues.
  if (signedIn === undefined || before?.user.id === signedIn?.user.id || hasUnsavedText()) return
  if (signedIn === null) clearFormDrafts()
  await resetPersonalData(client, signedIn)
}

/** Compares the claims, because every token differs. */
function isStored({ token, user }: NonNullable<SignedIn>): boolean {
  const stored = readDisplayToken(storedToken())
  const now = readDisplayToken(token)
  if (!stored || !now) return !now
  return stored.id === user.id && stored.fullName === now.fullName && stored.email === now.email
}

/** Creates an account. Rejects with an `ApiError`. */
export async function signUp(input: z.input<typeof register.input>, image?: File): Promise<void> {
  await (image
    ? apiWithFiles<typeof register>('POST', 'auth/register', input, { profileimage: image })
    : api<typeof register>('POST', 'auth/register', input))
}

/** Shows the account that the server has just signed in. */
export async function enterAccount(client: QueryClient, signedIn: NonNullable<SignedIn>): Promise<void> {
  storeUser(signedIn.token)
  await resetPersonalData(client, signedIn)
}

/** Signs in. Rejects with an `ApiError`, or with an `Error` if the answer has no token. */
export async function signIn(client: QueryClient, input: z.input<typeof login.input>): Promise<CurrentUser> {
  const signedIn = await openSession(input)
  await resetPersonalData(client, signedIn)
  return signedIn.user
}

/** Signs in over a page whose session has ended. The page keeps its data. Rejects as `signIn` does. */
export async function signInAgain(client: QueryClient, input: z.input<typeof login.input>): Promise<void> {
  const signedIn = await openSession(input)
  await client.cancelQueries({ queryKey: session.queryKey })
  client.setQueryData(session.queryKey, signedIn)
}

async function openSession(input: z.input<typeof login.input>): Promise<NonNullable<SignedIn>> {
  const { data } = await api<typeof login>('POST', 'auth/login', input)
  if (!data?.token) throw new Error('Token not received')
  storeUser(data.token)
  return data
}

/** Notes that the session has ended. The page keeps its data. */
export function noteSessionEnd(client: QueryClient): void {
  client.setQueryData(session.queryKey, null)
}

/** Discards the data of the account that was signed in before. */
export async function switchUser(client: QueryClient): Promise<void> {
  await resetPersonalData(client, client.getQueryData<SignedIn>(session.queryKey) ?? null)
}

/** Ends the session; returns whether this browser had a token, that is, whether someone was signed in. */
export async function endSession(): Promise<boolean> {
  const hadToken = storedToken() !== null
  await api<typeof logout>('POST', 'auth/logout', {})
  return hadToken
}

/** Removes all personal data from this browser after the session has ended. */
export async function signedOut(client: QueryClient): Promise<void> {
  clearStoredUser()
  clearDrafts()
  clearFormDrafts()
  await resetPersonalData(client, null)
}

/** Replaces the session and discards the data of the previous user. */
async function resetPersonalData(client: QueryClient, signedIn: SignedIn): Promise<void> {
  await client.cancelQueries({ queryKey: ['personal'] })
  client.setQueryData(session.queryKey, signedIn)
  // Pages of the account unmount first: without a session, their requests would fail.
  await new Promise((rendered) => setTimeout(rendered))
  void client.resetQueries({
    queryKey: ['personal'],
    predicate: ({ queryKey }) => queryKey[1] !== session.queryKey[1],
  })
  dispatchEvent(new Event(personalDataReset))
}

/** The event of the window after the personal data of another person has been discarded. */
export const personalDataReset = 'personaldatareset'
