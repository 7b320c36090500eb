import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { links } from '#contract/links.ts'
import { errorMessage } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { copyText } from '#web/lib/browser/copy-text.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { wishlistForm } from '../cards/wishlist-button.tsx'

/** Creates and copies a link to the wishlist, and stops sharing it. */
export function ShareWishlist() {
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const moveFocus = useFocus()
  const share = useMutation({
    mutationFn: shareLink,
    onSuccess: (token) => {
      const newUrl = location.origin + links.sharedWishlist(token)
      setUrl(newUrl)
      moveFocus(() => field.current, null)
      return copyText(newUrl)
    },
  })
  const stop = useMutation({
    mutationFn: stopSharing,
    onSuccess: () => {
      setUrl('')
      moveFocus(() => button.current, null)
      showToast('success', 'Sharing turned off')
    },
  })

  const failed = share.error ?? stop.error
  return (
    <div className="mb-8 lg:mb-10">
      {url ? (
        <CopyField
          label="Anyone with this link can see your wishlist, but not your name."
          text={url}
          inputRef={field}
        >
          <Button
            kind="quiet"
            aria-disabled={stop.isPending}
            onClick={() => !stop.isPending && stop.mutate()}
          >
            Stop sharing
          </Button>
        </CopyField>
      ) : (
        <Button
          ref={button}
          kind="secondary"
          type="submit"
          form={wishlistForm}
          name="share"
          aria-disabled={share.isPending}
          onClick={(event) => {
            event.preventDefault()
            if (!share.isPending) share.mutate()
          }}
        >
          Share wishlist
        </Button>
      )}
      {failed && (
        <p role="alert" className="mt-3 text-danger">
          {errorMessage(failed)}
        </p>
      )}
    </div>
  )
}

/** Creates the token of the shared link, or returns the existing one. */
async function shareLink(): Promise<string> {
  const { data } = await call('POST wishlist/share', {})
  return data.token
}

/** Invalidates the shared link. */
async function stopSharing(): Promise<void> {
  await call('DELETE wishlist/share', {})
}
