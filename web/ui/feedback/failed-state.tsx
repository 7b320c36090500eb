import { Button } from '../button.tsx'

/** Replaces content that failed to load with a message and a retry button. */
export function FailedState({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center py-16 text-center">
      <p className="font-display text-2xl">{text}</p>
      <Button kind="secondary" className="mt-8" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
