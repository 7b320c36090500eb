import type { ReactNode } from 'react'

interface NarrowPageProps {
  /** The default heading. */
  title: string
  heading?: string
  /** Text below the heading. */
  intro?: ReactNode
  children: ReactNode
}

/** A narrow page for one form or its result. */
export function NarrowPage({ title, heading = title, intro, children }: NarrowPageProps) {
  return (
    <div className="page-width flex justify-center py-8 sm:py-12 lg:py-16">
      <div className="h-fit w-full max-w-xl rounded-xs bg-card px-[20px] py-8 sm:px-12 sm:py-12">
        <h1 tabIndex={-1} className="font-display text-display text-balance">
          {heading}
        </h1>
        {intro && <p className="mt-3 text-lg text-pretty text-quiet">{intro}</p>}
        <div className="mt-8">{children}</div>
      </div>
    </div>
  )
}

/** The style of a link within a sentence. */
export const inlineLink = 'font-medium underline underline-offset-4 hover:decoration-2'
