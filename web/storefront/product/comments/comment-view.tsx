import type { ReactNode } from 'react'
import type { Comment } from '#contract/comments/comment.ts'
import { links } from '#contract/links.ts'
import { useShop } from '#web/data/shop.ts'
import { formatLongDate } from '#web/lib/format/dates.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ProductImage } from '#web/ui/image.tsx'

interface CommentViewProps {
  comment: Comment
  /** Replaces the text while it is edited. */
  children?: ReactNode
  /** Opens a photo; without it the photos are links. */
  onOpenPhoto?: ((index: number) => void) | undefined
}

/** A comment: its author, stars, text and photos, and the reply of the shop. */
export function CommentView({ comment, children, onOpenPhoto }: CommentViewProps) {
  return (
    <>
      <CommentHead comment={comment} />
      {children || <Written text={comment.comment} />}
      {comment.photos.length > 0 && <Photos comment={comment} onOpen={onOpenPhoto} />}
      {comment.answer && <ShopReply reply={comment.answer} />}
    </>
  )
}

function CommentHead({ comment }: { comment: Comment }) {
  const { user, created_at, rating, bought, options, edited } = comment
  const choices = Object.entries(options).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        {rating !== null && <Rating rating={rating} />}
        <span className="font-medium wrap-anywhere">{user}</span>
        <WrittenOn at={created_at} />
        {edited && <span className="text-sm text-quiet">edited</span>}
      </p>
      {(bought || choices.length > 0) && (
        <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
          {bought && (
            <span className="flex items-center gap-1 text-success">
              <Icon name="check" className="size-4" />
              Verified purchase
            </span>
          )}
          {choices.length > 0 && <span className="wrap-anywhere">{choices.join(', ')}</span>}
        </p>
      )}
    </>
  )
}

function Rating({ rating }: { rating: number }) {
  return (
    <span>
      <span aria-hidden="true" className="tracking-wider text-warning">
        {'★'.repeat(rating).padEnd(5, '☆')}
      </span>
      <span className="sr-only">{rating} of 5</span>
    </span>
  )
}

/** When something was written, in UTC: the page is the same for everyone. */
export function WrittenOn({ at }: { at: string }) {
  const { locale } = useShop()
  return (
    <time dateTime={at} className="text-sm text-quiet">
      {formatLongDate(at, { locale, timeZone: 'UTC' })}
    </time>
  )
}

/** What somebody wrote, with their line breaks. */
export function Written({ text }: { text: string }) {
  return <p className="mt-2 leading-relaxed whitespace-pre-line wrap-anywhere">{text}</p>
}

function Photos({ comment, onOpen }: { comment: Comment; onOpen: CommentViewProps['onOpenPhoto'] }) {
  const { photos, user } = comment
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        <a
          key={photo.file}
          href={links.image(photo.file)}
          onClick={(event) => {
            if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onOpen(index)
          }}
          className="block size-20 overflow-hidden rounded-xs sm:size-24"
        >
          <ProductImage
            image={{ ...photo, alt: photoName(user, index, photos.length) }}
            sizes="thumbnail"
            className="size-full"
          />
        </a>
      ))}
    </div>
  )
}

export const photoName = (user: string, index: number, count: number) =>
  count === 1 ? `Photo by ${user}` : `Photo ${index + 1} of ${count} by ${user}`

/** The reply of the shop to a comment or a question. */
export function ShopReply({ reply }: { reply: NonNullable<Comment['answer']> }) {
  const shop = useShop()
  return (
    <div className="mt-4 border-l-2 border-line pl-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{shop.name}</span>
        <WrittenOn at={reply.answered_at} />
      </p>
      <Written text={reply.text} />
    </div>
  )
}
