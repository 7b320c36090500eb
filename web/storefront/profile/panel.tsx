import type { ReactNode, Ref } from 'react'

interface PanelProps {
  title: string
  intro?: ReactNode
  /** For moving the focus to the heading when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One section of the profile. */
export function Panel({ title, intro, headingRef, children }: PanelProps) {
  return (
    <section aria-label={title} className="rounded-xs bg-card p-5 sm:p-8">
      <h2 ref={headingRef} tabIndex={-1} className="font-display text-section outline-none">
        {title}
      </h2>
      {intro && <p className="mt-2 max-w-[60ch] text-quiet">{intro}</p>}
      <div className="mt-6">{children}</div>
    </section>
  )
}
