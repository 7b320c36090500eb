import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Comments } from './comments/comments.tsx'

/** Description, specifications and comments as tabs. Without JavaScript, all three are visible. */
export function DetailTabs({ product }: { product: ProductDetail }) {
  const [tab, setTab] = useState<'description' | 'specifications' | 'comments'>('description')
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#comments') setTab('comments')
  }, [hash])
  const { descriptionhtml, commentcount, specifications } = product
  return (
    <Tabs
      label="About this product"
      id="comments"
      value={tab}
      onChange={setTab}
      className="mt-16 border-t border-line lg:mt-24"
      listClassName="flex gap-6 overflow-x-auto border-b border-line noscript:hidden sm:gap-10"
      tabClassName="-mb-px min-h-14 cursor-pointer border-b-2 border-transparent text-quiet transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink sm:text-lg"
      panelClassName="py-8 lg:py-12 noscript:block!"
      tabs={[
        {
          value: 'description',
          name: 'Description',
          content: (
            <>
              <PanelHeading>Description</PanelHeading>
              {descriptionhtml ? (
                // The server renders it from Markdown and escapes all HTML.
                <div
                  className="prose max-w-[68ch] text-lg!"
                  dangerouslySetInnerHTML={{ __html: descriptionhtml }}
                />
              ) : (
                <p className="text-lg">No description yet.</p>
              )}
            </>
          ),
        },
        {
          value: 'specifications',
          name: 'Specifications',
          content: (
            <>
              <PanelHeading>Specifications</PanelHeading>
              <SpecificationTable specifications={specifications} />
            </>
          ),
        },
        {
          value: 'comments',
          name: (
            <>
              Comments
              {commentcount > 0 && (
                <span aria-hidden="true" className="ml-1.5 text-sm text-quiet tabular">
                  {commentcount}
                </span>
              )}
            </>
          ),
          content: (
            <>
              <PanelHeading>Comments</PanelHeading>
              <Comments product={product} isVisible={tab === 'comments'} />
            </>
          ),
        },
      ]}
    />
  )
}

/** Visible only without JavaScript, where no tab names the panel. */
function PanelHeading({ children }: { children: string }) {
  return <h2 className="sr-only font-display text-section noscript:not-sr-only noscript:mb-4!">{children}</h2>
}

function SpecificationTable({ specifications }: Pick<ProductDetail, 'specifications'>) {
  if (specifications.length === 0) return <p className="text-quiet">No specifications yet.</p>
  return (
    <table className="w-full max-w-3xl text-left">
      <caption className="sr-only">Specifications</caption>
      <tbody>
        {specifications.map(({ specificationid, name, description }) => (
          <tr key={specificationid} className="border-b border-line align-baseline first:border-t">
            <th scope="row" className="w-2/5 py-3.5 pr-4 font-normal text-quiet sm:w-1/3">
              {name}
            </th>
            <td className="py-3.5 wrap-anywhere">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
