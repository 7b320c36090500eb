import { useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface PendingOrderProps {
  /** Sends the same order with the same key. Rejects if the server refuses it. */
  onRetry(): Promise<void>
  onBack(): void
  /** Receives the reason of a refusal. */
  onRefused(message: string): void
}

/** Shown if an order was sent but no response came, so that it may have been placed. */
export function PendingOrder({ onRetry, onBack, onRefused }: PendingOrderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<'waiting' | 'retrying' | 'failed'>('waiting')
  useLayoutEffect(() => heading.current?.focus(), [])

  async function retry() {
    if (state === 'retrying') return
    setState('retrying')
    await onRetry().catch((error: unknown) =>
      onRefused(errorMessage(error, 'Something went wrong. Please try again.')),
    )
    setState('failed')
  }

  return (
    <section aria-labelledby="pending-order" className="max-w-2xl rounded-xs bg-card p-5 sm:p-8">
      <h2
        id="pending-order"
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-3 font-display text-2xl outline-none"
      >
        <Icon name="alert" className="size-6 text-warning" />
        We couldn’t confirm your order
      </h2>
      <div className="mt-4 grid gap-3 text-pretty text-quiet">
        <p>We sent it, but the connection dropped before we got a reply.</p>
        <p>Try again. You won’t be charged twice.</p>
      </div>
      <p role="alert" className="mt-4 text-danger empty:hidden">
        {state === 'failed' && 'Still no reply. Check your connection and try again in a moment.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-disabled={state === 'retrying'} onClick={() => void retry()}>
          {state === 'retrying' ? 'Checking…' : 'Try again'}
        </Button>
        <Button kind="secondary" onClick={onBack}>
          Back to checkout
        </Button>
      </div>
      <p className="mt-4 text-sm text-quiet">
        If it went through, you’ll get a confirmation email. Only change your order if you’re sure it didn’t.
      </p>
    </section>
  )
}
