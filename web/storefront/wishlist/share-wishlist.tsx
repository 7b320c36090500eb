import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { links } from '#contract/links.ts'
import { api, errorMessage } from '../../lib/api.ts'
import { useFocus } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import type { shareWishlist, unshareWishlist } from '#contract/people/wishlist.ts'

/** Creates and copies a link to the wishlist, and stops sharing it. */
export function ShareWishlist() {
  const id = useId()
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
      return copy(newUrl)
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
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-80 sm:max-w-xl">
            <label htmlFor={id} className="mb-1.5 block text-sm text-quiet">
              Anyone with this link can see your wishlist, but not your name.
            </label>
            <input
              ref={field}
              id={id}
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
              className="h-12 w-full rounded-xs border border-edge bg-card px-4"
            />
          </div>
          <Button kind="secondary" onClick={() => void copy(url)}>
            Copy link
          </Button>
          <Button
            kind="quiet"
            aria-disabled={stop.isPending}
            onClick={() => !stop.isPending && stop.mutate()}
          >
            Stop sharing
          </Button>
        </div>
      ) : (
        <Button
          ref={button}
          kind="secondary"
          aria-disabled={share.isPending}
          onClick={() => !share.isPending && share.mutate()}
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

/** If the browser forbids copying, the link remains selected in its field. */
async function copy(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (copied) showToast('success', 'Link copied')
}

/** Creates the token of the shared link, or returns the existing one. */
async function shareLink(): Promise<string> {
  const { data } = await api<typeof shareWishlist>('POST', 'wishlist/share', {})
  return data.token
}

/** Invalidates the shared link. */
async function stopSharing(): Promise<void> {
  await api<typeof unshareWishlist>('DELETE', 'wishlist/share', {})
}
