import { commentFormAnchor, links } from '#contract/links.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { Button } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { StarField } from './star-field.tsx'

interface PlainCommentFormProps {
  productId: number
  /** The refused comment, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

/** The form for a new comment without JavaScript. The page is the same for everyone, so who writes is known once it is sent. */
export function PlainCommentForm({ productId, refused }: PlainCommentFormProps) {
  const address = links.product(productId)
  return (
    <form
      method="post"
      action={`${address}#${commentFormAnchor}`}
      encType="multipart/form-data"
      noValidate
      className="mt-8 hidden max-w-[68ch] grid-cols-[minmax(0,1fr)] gap-4 first:mt-0 noscript:grid"
    >
      <input type="hidden" name="product_id" value={productId} />
      <StarField rating={Number(refused?.values['rating'] ?? 0)} />
      <TextAreaField
        name="comment"
        label="Your comment"
        rows={4}
        maxLength={2000}
        defaultValue={refused?.values['comment']}
        error={refused?.issues.find(({ path }) => path === 'comment')?.message}
      />
      <label className="grid gap-1.5 font-medium">
        Photos (optional)
        <input
          type="file"
          name="photos"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          className="w-full min-w-0 font-normal"
        />
      </label>
      {refused && <FormAlert text={refused.message} />}
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" name="do" value="comment">
          Post comment
        </Button>
        <a
          href={links.login(`${address}#${commentFormAnchor}`)}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Sign in to comment
        </a>
      </p>
    </form>
  )
}
