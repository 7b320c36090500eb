import { useId } from 'react'

/** Prices have changed since the cart was filled: nobody orders at them without knowing. */
export function ConfirmPrices({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <div className="rounded-xs border border-warning p-4">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          name="confirmed"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-ink"
        />
        Prices have changed since you filled your cart. I have seen them and order at the new ones.
      </label>
      {error && (
        <p id={id} className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
