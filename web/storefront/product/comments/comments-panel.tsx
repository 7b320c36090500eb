import { lazy, Suspense, useEffect, useState } from 'react'
import type { ProductDetail } from '#contract/catalog/product.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { ReadableComments } from './readable-comments.static.tsx'

// Forms, votes and filters load when somebody opens the comments.
const Comments = lazy(async () => ({ default: (await import('./comments.tsx')).Comments }))

interface CommentsPanelProps {
  product: ProductDetail
  /** The refused comment, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
  isVisible: boolean
}

/** The comments and questions of a product. Until somebody opens them they can only be read; without JavaScript they have a form of its own. */
export function CommentsPanel({ product, refused, isVisible }: CommentsPanelProps) {
  const [wasVisible, setWasVisible] = useState(false)
  useEffect(() => {
    if (isVisible) setWasVisible(true)
  }, [isVisible])
  return (
    // It fills the window, so that nothing below moves while the comments load.
    <div className={isVisible ? 'min-h-screen' : ''}>
      {wasVisible ? (
        <Suspense fallback={<p className="text-quiet">Loading comments...</p>}>
          <Comments product={product} />
        </Suspense>
      ) : import.meta.env.SSR ? (
        <div>
          <ReadableComments product={product} refused={refused} />
        </div>
      ) : (
        // The browser keeps what the server has rendered, and loads none of its code.
        <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      )}
    </div>
  )
}
