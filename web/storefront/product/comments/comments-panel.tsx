import type { ProductDetail } from '#contract/catalog/product.ts'
import { Island } from '#web/islands/island.tsx'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import Comments from './comments.island.tsx'
import { ReadableComments } from './readable-comments.tsx'

interface CommentsPanelProps {
  product: ProductDetail
  /** The refused comment, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

/**
 * The comments and questions of a product. Until somebody opens them they can only be read; without JavaScript they have a form
 * of their own.
 */
export function CommentsPanel({ product, refused }: CommentsPanelProps) {
  return (
    // It fills the window, so that nothing below moves while the comments load.
    <div className="min-h-screen noscript:min-h-0">
      <Island
        of={Comments}
        props={{ product: { ...product, descriptionhtml: '', specifications: [], details: [] } }}
        when="seen"
        before={<ReadableComments product={product} refused={refused} />}
      />
    </div>
  )
}
