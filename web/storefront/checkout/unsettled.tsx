import { useLayoutEffect, useRef, useState } from 'react'
import { serverMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface UnsettledProps {
  /** Sends the same order under the same key. Rejects where it was refused. */
  onRetry(): Promise<void>
  onBack(): void
  /** Told why it was refused. */
  onRefused(message: string): void
}

/** An order was sent, and no answer came: nobody should have to wonder whether it was placed. */
export function Unsettled({ onRetry, onBack, onRefused }: UnsettledProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<'asked' | 'busy' | 'again'>('asked')
  useLayoutEffect(() => heading.current?.focus(), [])

  async function retry() {
    if (state === 'busy') return
    setState('busy')
    await onRetry().catch((error: unknown) =>
      onRefused(serverMessage(error) ?? 'Something went wrong. Please try again.'),
    )
    setState('again')
  }

  return (
    <section aria-labelledby="unsettled" className="max-w-2xl rounded-xs bg-card p-5 sm:p-8">
      <h2
        id="unsettled"
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-3 font-display text-2xl outline-none"
      >
        <Icon name="alert" className="size-6 text-warning" />
        We do not know yet whether your order has arrived
      </h2>
      <div className="mt-4 grid gap-3 text-pretty text-quiet">
        <p>It was sent, but no answer came back from the shop.</p>
        <p>Please try again: the same order is never placed twice.</p>
      </div>
      <p role="alert" className="mt-4 text-danger empty:hidden">
        {state === 'again' &&
          'There is no answer yet. Please check your connection, and try again in a moment.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-disabled={state === 'busy'} onClick={() => void retry()}>
          {state === 'busy' ? 'Asking…' : 'Try again'}
        </Button>
        <Button kind="secondary" onClick={onBack}>
          Back to the checkout
        </Button>
      </div>
      <p className="mt-4 text-sm text-quiet">
        If it has arrived you also get a mail about it. Change the order only when you are sure that it has
        not.
      </p>
    </section>
  )
}
