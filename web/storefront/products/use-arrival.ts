import { useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import type { ProductCard } from '#contract/product.ts'

/** Keeps sight and focus with the products when others take their place. */
export function useArrival(products: ProductCard[], page: number) {
  const top = useRef<HTMLElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const byLink = useNavigationType() !== 'POP'
  const before = useRef({ products, page })

  useLayoutEffect(() => {
    const { products: earlier, page: earlierPage } = before.current
    before.current = { products, page }
    if (earlier === products || !byLink) return
    // The links to other pages stand below the products; the next ones begin above.
    if (earlierPage !== page) count.current?.focus({ preventScroll: true })
    else if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [products, page, byLink])

  return { top, count }
}
