import { Tabs } from '@base-ui/react/tabs'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { ProductDetail } from '#contract/product.ts'
import { Comments } from './comments.tsx'
import { SpecificationTable } from './specification-table.tsx'

/** Description, specifications and comments: tabs, or one below the other without a script. */
export function DetailTabs({ product }: { product: ProductDetail }) {
  const [tab, setTab] = useState('description')
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#comments') setTab('comments')
  }, [hash])
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value: string) => setTab(value)}
      id="comments"
      className="mt-16 border-t border-line lg:mt-24"
    >
      <Tabs.List
        activateOnFocus
        aria-label="About this product"
        className="flex gap-6 overflow-x-auto border-b border-line noscript:hidden sm:gap-10"
      >
        <DetailTab value="description">Description</DetailTab>
        <DetailTab value="specifications">Specifications</DetailTab>
        <DetailTab value="comments">
          Comments
          {product.commentcount > 0 && (
            <span aria-hidden="true" className="ml-1.5 text-sm text-quiet tabular">
              {product.commentcount}
            </span>
          )}
        </DetailTab>
      </Tabs.List>
      <DetailPanel value="description" title="Description">
        {product.descriptionhtml ? (
          // Made on the server from the Markdown of staff, with all HTML in it escaped.
          <div
            className="prose max-w-[68ch] text-lg!"
            dangerouslySetInnerHTML={{ __html: product.descriptionhtml }}
          />
        ) : (
          <p className="text-lg">No description yet.</p>
        )}
      </DetailPanel>
      <DetailPanel value="specifications" title="Specifications">
        <SpecificationTable specifications={product.specifications} />
      </DetailPanel>
      <DetailPanel value="comments" title="Comments">
        <Comments product={product} seen={tab === 'comments'} />
      </DetailPanel>
    </Tabs.Root>
  )
}

function DetailTab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Tab
      value={value}
      className="-mb-px min-h-14 cursor-pointer border-b-2 border-transparent text-quiet transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink sm:text-lg"
    >
      {children}
    </Tabs.Tab>
  )
}

function DetailPanel({ value, title, children }: { value: string; title: string; children: ReactNode }) {
  return (
    <Tabs.Panel
      value={value}
      keepMounted
      // Hidden by style alone, so that style can show it where there is no script.
      hidden={false}
      inert={false}
      className="py-8 data-hidden:hidden lg:py-12 noscript:block!"
    >
      <h2 className="sr-only font-display text-section noscript:not-sr-only noscript:mb-4!">{title}</h2>
      {children}
    </Tabs.Panel>
  )
}
