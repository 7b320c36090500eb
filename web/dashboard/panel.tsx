import { useId, type ReactNode, type Ref } from 'react'

interface PanelProps {
  title: string
  intro?: ReactNode
  /** Takes the focus when the element that had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A section of a dashboard page. */
export function Panel({ title, intro, headingRef, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xs border border-line bg-card p-4 sm:p-6">
      <h2 id={id} ref={headingRef} tabIndex={-1} className="font-display text-xl outline-none">
        {title}
      </h2>
      {intro && <p className="mt-1 max-w-prose text-sm text-quiet">{intro}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
