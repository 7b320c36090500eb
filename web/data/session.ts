import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { CurrentUser, getSession, login, logout, register } from '#contract/auth.ts'
import { api, apiWithFiles } from '../lib/api.ts'
import { readDisplayToken } from '../lib/display-token.ts'
import { forgetDrafts } from './checkout-draft.ts'
import { forgetUser, onOtherTab, storedToken, storeUser } from './stored-user.ts'

type SignedIn = z.output<typeof getSession.answer>['data']

const session = {
  queryKey: ['personal', 'session'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SignedIn> =>
    (await api<typeof getSession>('GET', 'auth/session', {}, signal)).data,
}

/** Who is signed in: null nobody, undefined not known yet. */
export function useSession() {
  return useQuery({
    ...session,
    select: (signedIn): CurrentUser | null => signedIn?.user ?? null,
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  })
}

/** Keeps this tab in step with the others, and what the browser has stored with the session. Once a page. */
export function useSessionSync(): void {
  const client = useQueryClient()
  const { data: signedIn } = useQuery({ ...session, enabled: false })
  useEffect(() => onOtherTab(() => void followOtherTab(client)), [client])
  useEffect(() => {
    if (signedIn === null) forgetUser()
    else if (signedIn && !isStored(signedIn)) storeUser(signedIn.token)
  }, [signedIn])
}

async function followOtherTab(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: session.queryKey })
  // Where nothing is heard now, the next look at the window asks again.
  const known = await client.query({ ...session, staleTime: 0 }).catch(() => undefined)
  if (known !== undefined) await startAnew(client, known)
}

/** Tokens differ each time they are made; what they say counts. */
function isStored({ token, user }: NonNullable<SignedIn>): boolean {
  const stored = readDisplayToken(storedToken())
  const now = readDisplayToken(token)
  if (!stored || !now) return !now
  return stored.id === user.id && stored.fullName === now.fullName && stored.email === now.email
}

/** Makes an account. Rejects with an `ApiError`. */
export async function signUp(input: z.input<typeof register.input>, picture?: File): Promise<void> {
  await (picture
    ? apiWithFiles<typeof register>('POST', 'auth/register', input, { profileimage: picture })
    : api<typeof register>('POST', 'auth/register', input))
}

/** Signs in. Rejects with an `ApiError` or, where the answer has no token, with that sentence. */
export async function signIn(client: QueryClient, input: z.input<typeof login.input>): Promise<CurrentUser> {
  const { data } = await api<typeof login>('POST', 'auth/login', input)
  if (!data?.token) throw new Error('Token not received')
  storeUser(data.token)
  await startAnew(client, data)
  return data.user
}

/** Signs out; answers whether this browser had a token, which says that someone was signed in. */
export async function signOut(client: QueryClient): Promise<boolean> {
  const known = storedToken() !== null
  await api<typeof logout>('POST', 'auth/logout', {})
  await signedOut(client)
  return known
}

/** What follows when the session has ended: nothing personal stays in this browser. */
export async function signedOut(client: QueryClient): Promise<void> {
  forgetUser()
  forgetDrafts()
  await startAnew(client, null)
}

/** Nothing of who was here before is shown to who is here now. */
async function startAnew(client: QueryClient, signedIn: SignedIn): Promise<void> {
  await client.cancelQueries({ queryKey: ['personal'] })
  client.setQueryData(session.queryKey, signedIn)
  // What belongs to an account leaves the page first: without a session it could only be refused.
  await new Promise((shown) => setTimeout(shown))
  void client.resetQueries({
    queryKey: ['personal'],
    predicate: ({ queryKey }) => queryKey[1] !== session.queryKey[1],
  })
}
