import { useState } from 'react'
import type { Comment } from '#contract/comments/comment.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { photoName } from '../comment-view.tsx'

interface PhotoDialogProps {
  comment: Comment
  /** Index of the photo that is shown first. */
  start: number
  onClose(): void
}

/** The photos of a comment in a large size, one at a time. */
export function PhotoDialog({ comment: { photos, user }, start, onClose }: PhotoDialogProps) {
  const [index, setIndex] = useState(start)
  const photo = photos[index]
  if (!photo) return null
  const count = photos.length
  const name = photoName(user, index, count)
  const move = (step: number) => setIndex((index + step + count) % count)
  return (
    <Dialog title={name} wide onClose={onClose}>
      <div>
        <ProductImage
          key={photo.file}
          image={{ ...photo, alt: name }}
          sizes="(min-width: 50rem) 44rem, 90vw"
          priority="first-view"
          className="[&_img]:max-h-[65vh] [&_img]:object-contain"
        />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          {count > 1 && (
            <>
              <Button kind="secondary" onClick={() => move(-1)}>
                Previous photo
              </Button>
              <Button kind="secondary" onClick={() => move(1)}>
                Next photo
              </Button>
            </>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
