import type { QueryClient } from '@tanstack/react-query'
import { readDisplayToken } from '#web/lib/display-token.ts'
import { clearFormDrafts, hasUnsavedText } from '#web/lib/form-drafts.ts'
import { query, type Data } from '../query.ts'
import { clearStoredUser, storedToken, storeUser } from './stored-user.ts'

// The session without React, for scripts that need none. The hooks are in session.ts.

export type SignedIn = Data<'GET auth/session'>

/** The query that reads the session. */
export const sessionQuery = query('GET auth/session', {}, ['personal', 'session'])

/** Keeps the stored user current. */
export function keepStoredUser(signedIn: SignedIn | undefined): void {
  if (signedIn === null) clearStoredUser()
  else if (signedIn && !isStored(signedIn)) storeUser(signedIn.token)
}

/** Compares the claims, because every token differs. */
function isStored({ token, user }: NonNullable<SignedIn>): boolean {
  const stored = readDisplayToken(storedToken())
  const now = readDisplayToken(token)
  if (!stored || !now) return !now
  return stored.id === user.id && stored.fullName === now.fullName && stored.email === now.email
}

/** Reads the session that another tab has opened or ended. */
export async function followOtherTab(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  const before = client.getQueryData<SignedIn>(sessionQuery.queryKey)
  // If this request fails, the next window focus refetches the session.
  const signedIn = await client.query({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  // A page with unsaved text stays as it is, and asks who continues.
  if (signedIn === undefined || before?.user.id === signedIn?.user.id || hasUnsavedText()) return
  if (signedIn === null) clearFormDrafts()
  await resetPersonalData(client, signedIn)
}

/** Replaces the session and discards the data of the previous user. */
export async function resetPersonalData(client: QueryClient, signedIn: SignedIn): Promise<void> {
  await client.cancelQueries({ queryKey: ['personal'] })
  client.setQueryData(sessionQuery.queryKey, signedIn)
  // Pages of the account unmount first: without a session, their requests would fail.
  await new Promise((rendered) => setTimeout(rendered))
  void client.resetQueries({
    queryKey: ['personal'],
    predicate: ({ queryKey }) => queryKey[1] !== sessionQuery.queryKey[1],
  })
  dispatchEvent(new Event(personalDataReset))
}

/** The event of the window after the personal data of another person has been discarded. */
export const personalDataReset = 'personaldatareset'
