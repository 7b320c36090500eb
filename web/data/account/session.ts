import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { clearFormDrafts } from '#web/lib/form-drafts.ts'
import { clearDrafts } from '../checkout/checkout-draft.ts'
import { useAsRendered } from '../visitor/as-rendered.ts'
import {
  followOtherTab,
  keepStoredUser,
  resetPersonalData,
  sessionQuery,
  type SignedIn,
} from './session-query.ts'
import { openSession } from './sign-in.ts'
import { clearStoredUser, onTokenChangedInOtherTab, storedToken, storeUser } from './stored-user.ts'

/** The signed-in user: null if signed out, undefined while unknown. */
export function useSession() {
  const query = useQuery({
    ...sessionQuery,
    select: (signedIn): CurrentUser | null => signedIn?.user ?? null,
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  })
  return useAsRendered('session', query)
}

/** Follows sign-ins of other tabs and keeps the stored user current. Use it once per page. */
export function useSessionSync(): void {
  const client = useQueryClient()
  const { data: signedIn } = useQuery({ ...sessionQuery, enabled: false })
  useEffect(() => onTokenChangedInOtherTab(() => void followOtherTab(client)), [client])
  useEffect(() => keepStoredUser(signedIn), [signedIn])
}

/** Shows the account that the server has just signed in. */
export async function enterAccount(client: QueryClient, signedIn: NonNullable<SignedIn>): Promise<void> {
  storeUser(signedIn.token)
  await resetPersonalData(client, signedIn)
}

/** Signs in. Rejects with an `ApiError`, or with an `Error` if the answer has no token. */
export async function signIn(client: QueryClient, input: CallInput<'POST auth/login'>): Promise<CurrentUser> {
  const signedIn = await openSession(input)
  await resetPersonalData(client, signedIn)
  return signedIn.user
}

/** Signs in over a page whose session has ended. The page keeps its data. Rejects as `signIn` does. */
export async function signInAgain(client: QueryClient, input: CallInput<'POST auth/login'>): Promise<void> {
  const signedIn = await openSession(input)
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  client.setQueryData(sessionQuery.queryKey, signedIn)
}

/** Notes that the session has ended. The page keeps its data. */
export function noteSessionEnd(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, null)
}

/** Discards the data of the account that was signed in before. */
export async function switchUser(client: QueryClient): Promise<void> {
  await resetPersonalData(client, client.getQueryData<SignedIn>(sessionQuery.queryKey) ?? null)
}

/** Ends the session; returns whether this browser had a token, that is, whether someone was signed in. */
export async function endSession(): Promise<boolean> {
  const hadToken = storedToken() !== null
  await call('POST auth/logout', {})
  return hadToken
}

/** Removes all personal data from this browser after the session has ended. */
export async function signedOut(client: QueryClient): Promise<void> {
  clearStoredUser()
  clearDrafts()
  clearFormDrafts()
  await resetPersonalData(client, null)
}
