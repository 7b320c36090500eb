import type { ReportedComment } from '#contract/comments/comment-moderation.ts'
import { links } from '#contract/links.ts'
import { ProductImage } from '#web/ui/image.tsx'

/** What a customer wrote: author, stars, text and photos, then its reports and the shop's reply. */
export function CommentText({ comment }: { comment: ReportedComment }) {
  const { user, rating, bought, options, comment: text, photos, helpful, reports, answer } = comment
  const reasons = reports.filter(Boolean)
  const facts = [
    bought && 'Verified purchase',
    ...Object.entries(options).map(([name, value]) => `${name}: ${value}`),
    helpful > 0 && `Helpful to ${helpful}`,
  ].filter(Boolean)
  return (
    <div className="max-w-[60ch] min-w-48">
      <p className="flex flex-wrap gap-x-2">
        <span className="font-medium wrap-anywhere">{user}</span>
        {rating !== null && <Rating rating={rating} />}
      </p>
      {facts.length > 0 && <p className="text-sm text-quiet wrap-anywhere">{facts.join(' · ')}</p>}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      {photos.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <a key={photo.file} href={links.image(photo.file)} target="_blank" rel="noreferrer">
              <ProductImage
                image={{ ...photo, alt: `Photo ${index + 1} by ${user} (opens in a new tab)` }}
                sizes="thumbnail"
                className="size-14 rounded-xs"
              />
            </a>
          ))}
        </p>
      )}
      {reports.length > 0 && (
        <p className="mt-1 text-sm text-danger wrap-anywhere">
          Reported {['', 'once', 'twice'][reports.length] ?? `${reports.length} times`}
          {reasons.length > 0 && `: ${reasons.join('; ')}`}
        </p>
      )}
      {answer && (
        <p className="mt-1 border-l-2 border-line pl-3 text-sm whitespace-pre-line wrap-anywhere">
          <span className="sr-only">Reply: </span>
          {answer.text}
        </p>
      )}
    </div>
  )
}

function Rating({ rating }: { rating: number }) {
  return (
    <span className="text-warning">
      <span aria-hidden="true">{'★'.repeat(rating).padEnd(5, '☆')}</span>
      <span className="sr-only">{rating} of 5</span>
    </span>
  )
}
