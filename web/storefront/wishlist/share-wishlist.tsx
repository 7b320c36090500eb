import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { links } from '#contract/links.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { shareLink, stopSharing } from '../../data/wishlist-share.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'

/** Makes a link by which others can read the wishlist, copies it, and ends it again. */
export function ShareWishlist() {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const share = useMutation({
    mutationFn: shareLink,
    onSuccess: (token) => {
      const made = location.origin + links.sharedWishlist(token)
      flushSync(() => setAddress(made))
      focusAfterWait(null, field.current)
      return copy(made)
    },
  })
  const stop = useMutation({
    mutationFn: stopSharing,
    onSuccess: () => {
      flushSync(() => setAddress(''))
      focusAfterWait(null, button.current)
      showToast('success', 'The link works no more.')
    },
  })

  const failed = share.error ?? stop.error
  return (
    <div className="mb-8 lg:mb-10">
      {address ? (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-80 sm:max-w-xl">
            <label htmlFor={id} className="mb-1.5 block text-sm text-quiet">
              Whoever has this link can see your wishlist, but not who you are
            </label>
            <input
              ref={field}
              id={id}
              readOnly
              value={address}
              onFocus={(event) => event.target.select()}
              className="h-12 w-full rounded-xs border border-edge bg-card px-4"
            />
          </div>
          <Button kind="secondary" onClick={() => void copy(address)}>
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
          {wordsOf(failed)}
        </p>
      )}
    </div>
  )
}

/** A browser may forbid it; the link stands there, selected. */
async function copy(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (copied) showToast('success', 'Link copied')
}
