import { useLayoutEffect, useRef, type ReactNode } from 'react'

interface FormCardProps {
  title: string
  /** Focuses the heading when the card appears, because a button in the list opened it. */
  focused?: boolean
  children: ReactNode
}

/** The form beside a list, with a heading. */
export function FormCard({ title, focused = false, children }: FormCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <section className="rounded-xs border border-line bg-card p-5">
      <h2 ref={heading} tabIndex={-1} className="mb-4 font-display text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
