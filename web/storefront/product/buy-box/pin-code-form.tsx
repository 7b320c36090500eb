import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

interface PinCodeFormProps {
  /** What the country calls its postal codes. */
  name: string
  pincode: string | null
  isNumeric: boolean
  /** Rejects with an `ApiError`. */
  check(pincode: string): Promise<void>
}

/** Asks where to deliver. It takes the focus. */
export function PinCodeForm({ name, pincode, isNumeric, check }: PinCodeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const field = () => form.current?.querySelector('input')
  useEffect(() => field()?.focus(), [])

  async function submit() {
    setBusy(true)
    try {
      await check(field()?.value.trim() ?? '')
    } catch (reason) {
      setError(errorMessage(reason, 'Delivery couldn’t be checked. Please try again.'))
      field()?.focus()
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
      className="mt-2 mb-1 flex flex-wrap items-end gap-3 text-base"
    >
      <TextField
        name="pincode"
        label={name}
        error={error || undefined}
        autoComplete="postal-code"
        inputMode={isNumeric ? 'numeric' : 'text'}
        maxLength={12}
        defaultValue={pincode ?? ''}
        className="min-w-0 grow basis-32"
      />
      <Button type="submit" kind="secondary" aria-disabled={isBusy}>
        {isBusy ? 'Checking…' : 'Check'}
      </Button>
    </form>
  )
}
