import type { Comment } from '#contract/comment.ts'
import { useShop } from '../../data/shop.ts'

/** What the shop says to a comment. */
export function ShopAnswer({ answer }: { answer: NonNullable<Comment['answer']> }) {
  const shop = useShop()
  const date = new Intl.DateTimeFormat(shop.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <div className="mt-4 border-l-2 border-line pl-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{shop.name}</span>
        <time dateTime={answer.answered_at} className="text-sm text-quiet">
          {date.format(new Date(answer.answered_at))}
        </time>
      </p>
      <p className="mt-1 leading-relaxed whitespace-pre-line wrap-anywhere">{answer.text}</p>
    </div>
  )
}
