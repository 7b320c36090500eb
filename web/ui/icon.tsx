import type { ReactNode } from 'react'

/** Line drawings on a 24 px grid. */
const drawings = {
  search: <path d="m20 20-4.6-4.6M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z" />,
  heart: (
    <path d="M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 8.8 5.5c1.4 0 2.6.8 3.2 1.9.6-1.1 1.8-1.9 3.2-1.9a4.3 4.3 0 0 1 4.3 4.3C19.5 15.4 12 20 12 20Z" />
  ),
  bag: <path d="M5.5 8.5h13l.8 11.5H4.7l.8-11.5ZM8.8 11V7.2a3.2 3.2 0 0 1 6.4 0V11" />,
  user: <path d="M15.7 8.2a3.7 3.7 0 1 1-7.4 0 3.7 3.7 0 0 1 7.4 0ZM4.8 20a7.2 7.2 0 0 1 14.4 0" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  left: <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />,
  right: <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />,
  down: <path d="m5.5 9.5 6.5 6.5 6.5-6.5" />,
  arrow: <path d="M4.5 12h15m-6-6 6 6-6 6" />,
  pause: <path d="M9 6v12M15 6v12" />,
  play: <path d="M8 5.5v13l10.5-6.5L8 5.5Z" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  alert: <path d="M12 8v5m0 3v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />,
  minus: <path d="M6 12h12" />,
  plus: <path d="M6 12h12M12 6v12" />,
  letter: <path d="M4 6.5h16V18H4zM4.5 7l7.5 6 7.5-6" />,
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  package: <path d="m4 8 8-4 8 4v8.5l-8 4-8-4V8Zm0 0 8 4m0 0 8-4m-8 4v8.5" />,
  lock: <path d="M6 10.5h12V20H6v-9.5Zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5" />,
  pin: (
    <path d="M12 21s6.5-5.6 6.5-11a6.5 6.5 0 0 0-13 0c0 5.4 6.5 11 6.5 11Zm2.2-11a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z" />
  ),
  screen: <path d="M4 5h16v11H4V5Zm5 15h6m-3-4v4" />,
  out: <path d="M14 5H5v14h9m-4-7h10m-3.5-3.5L20 12l-3.5 3.5" />,
  chart: <path d="M5 19v-8m5 8V5m5 14v-6m5 6V8" />,
  tag: <path d="M4 5h6.5l9 9-6 6L4 10.5V5Zm4 4v.1" />,
  sliders: (
    <path d="M4 8h9m4 0h3M4 16h3m4 0h9M17 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Zm-6 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z" />
  ),
  return: <path d="M8.5 6 5 9.5 8.5 13M5.5 9.5H15a4.5 4.5 0 0 1 0 9H9" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** A drawing that stands beside words or inside a named control, so it is hidden from assistive technology. */
export function Icon({
  name,
  className = 'size-6',
  filled,
}: {
  name: IconName
  className?: string
  filled?: boolean
}) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {drawings[name]}
    </svg>
  )
}
