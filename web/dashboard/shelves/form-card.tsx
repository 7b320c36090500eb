import { useLayoutEffect, useRef, type ReactNode } from 'react'

interface FormCardProps {
  title: string
  /** Takes the focus when it appears, since what was pressed led here. */
  focused?: boolean
  children: ReactNode
}

/** The form beside a list, under its own heading. */
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

/** A list with a form beside it, above it where there is less room. */
export const besideForm = 'grid items-start gap-8 xl:grid-cols-[22rem_minmax(0,1fr)]'
