import type { ReactNode } from 'react'
import type { Shop } from '#contract/shop/shop.ts'
import { PageContext } from '../data/page.ts'

interface TestPageProps {
  url?: string
  /** What the components show of it. */
  shop?: Partial<Shop>
  children: ReactNode
}

/** A page around components that ask for its address or its shop. */
export function TestPage({ url = '/', shop, children }: TestPageProps) {
  const { pathname, search, origin } = new URL(url, 'http://shop.example')
  const page = { shop: shop as Shop | undefined, origin, pathname, search, personal: [] }
  return <PageContext value={page}>{children}</PageContext>
}
