import { useId, type ReactNode, type Ref } from 'react'

interface PartProps {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One part of the checkout, below the others. */
export function Part({ title, headingRef, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xs bg-card p-5 sm:p-8">
      <h2 id={id} ref={headingRef} tabIndex={-1} className="mb-5 font-display text-2xl outline-none">
        {title}
      </h2>
      <div className="grid gap-5">{children}</div>
    </section>
  )
}
