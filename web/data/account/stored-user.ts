import { readDisplayToken } from '#web/lib/display-token.ts'

const keys = ['token', 'userid', 'roleid', 'name', 'email'] as const

/** The stored sign-in token. It only serves display. */
export function storedToken(): string | null {
  return read(() => localStorage.getItem('token'))
}

/** Stores the token and its claims about the user. */
export function storeUser(token: string): void {
  const user = readDisplayToken(token)
  if (!user) return
  const values = [token, String(user.id), String(user.roleId), user.fullName, user.email]
  read(() => keys.forEach((key, index) => localStorage.setItem(key, values[index] ?? '')))
}

/** Removes everything that `storeUser` has stored. */
export function clearStoredUser(): void {
  read(() => keys.forEach((key) => localStorage.removeItem(key)))
}

/** Calls back when another tab signs in or out. Returns the unsubscribe function. */
export function onTokenChangedInOtherTab(callback: () => void): () => void {
  // Clearing the whole storage sends an event without a key.
  const listen = ({ key }: StorageEvent) => {
    if (key === 'token' || key === null) callback()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Browsers may forbid storage; the shop works without it. */
function read<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
