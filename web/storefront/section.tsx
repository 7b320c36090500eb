import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** A link below the section. */
  end?: ReactNode
  children: ReactNode
}

/** A section of a page with a heading. */
export function Section({ title, end, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="page-width py-10 lg:py-14">
      <h2 id={id} className="mb-6 font-display text-section lg:mb-10">
        {title}
      </h2>
      {children}
      {end && <p className="mt-10 flex justify-center lg:mt-14">{end}</p>}
    </section>
  )
}
