import { useId, type ReactNode } from 'react'

interface CheckoutSectionProps {
  title: string
  children: ReactNode
}

/** One section of the checkout form. */
export function CheckoutSection({ title, children }: CheckoutSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xs bg-card p-5 sm:p-8">
      <h2 id={id} tabIndex={-1} className="mb-5 font-display text-2xl outline-none">
        {title}
      </h2>
      <div className="grid gap-5">{children}</div>
    </section>
  )
}
