import { readDisplayToken } from '../lib/display-token.ts'

const keys = ['token', 'userid', 'roleid', 'name', 'email'] as const

/** The sign-in token that this browser keeps, for display alone. */
export function storedToken(): string | null {
  return read(() => localStorage.getItem('token'))
}

/** Keeps the token and what it says about the user. */
export function storeUser(token: string): void {
  const user = readDisplayToken(token)
  if (!user) return
  const values = [token, String(user.id), String(user.roleId), user.fullName, user.email]
  read(() => keys.forEach((key, index) => localStorage.setItem(key, values[index] ?? '')))
}

/** Forgets all of it. */
export function forgetUser(): void {
  read(() => keys.forEach((key) => localStorage.removeItem(key)))
}

/** Tells when another tab has signed in or out. */
export function onOtherTab(changed: () => void): () => void {
  // Without a key: everything was cleared.
  const listen = ({ key }: StorageEvent) => {
    if (key === 'token' || key === null) changed()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** A browser may forbid its storage; the shop works without. */
function read<T>(touch: () => T): T | null {
  try {
    return touch()
  } catch {
    return null
  }
}
