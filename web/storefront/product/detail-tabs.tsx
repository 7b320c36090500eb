import { usePageQuery } from '#web/data/page.ts'
import { commentsAnchor } from '#contract/links.ts'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { enhancedBy } from '#web/islands/enhanced-by.ts'
import { Tabs } from '#web/ui/tabs/tabs.tsx'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { CommentsPanel } from './comments/comments-panel.tsx'
import { Specifications } from './specifications.tsx'

interface DetailTabsProps {
  product: ProductDetail
  /** The refused comment, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

/** Description, specifications and comments as tabs. Without JavaScript, all three are visible. */
export function DetailTabs({ product, refused }: DetailTabsProps) {
  // A link may open the comments with its query. The fragment is for the browser alone.
  const isComments = usePageQuery().get('tab') === commentsAnchor
  const { descriptionhtml, commentcount } = product
  return (
    <div data-enhance={enhancedBy('product/details')}>
      <Tabs<'description' | 'specifications' | 'comments'>
        label="About this product"
        id={commentsAnchor}
        value={isComments ? 'comments' : 'description'}
        onChange={() => undefined}
        className="mt-16 border-t border-line lg:mt-24"
        listClassName="flex flex-wrap justify-between gap-x-2 border-b border-line noscript:hidden sm:justify-start sm:gap-x-10"
        tabClassName="-mb-px min-h-14 max-sm:text-[0.9375rem] cursor-pointer border-b-2 border-transparent text-quiet transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink sm:text-lg"
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
                <Specifications {...product} />
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
                <CommentsPanel product={product} refused={refused} />
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

/** Visible only without JavaScript, where no tab names the panel. */
function PanelHeading({ children }: { children: string }) {
  return <h2 className="sr-only font-display text-section noscript:not-sr-only noscript:mb-4!">{children}</h2>
}
