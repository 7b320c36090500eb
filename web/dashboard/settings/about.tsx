import type { ReactNode } from 'react'

/** The sentence that says what a setting does. */
export function About({ children }: { children: ReactNode }) {
  return <p className="mb-6 max-w-[65ch] text-quiet">{children}</p>
}
