import type { ReactNode } from 'react'

/** Explains a group of settings. */
export function SettingIntro({ children }: { children: ReactNode }) {
  return <p className="mb-6 max-w-[65ch] text-quiet">{children}</p>
}
