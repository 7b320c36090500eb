import { useState } from 'react'
import { useOrderCancelling, type WhichOrder } from '../../data/orders.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { changeAndFocus } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'

/** Cancels an order that is not sent yet, after a question. */
export function CancelOrder({ which, isPaid }: { which: WhichOrder; isPaid: boolean }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error, reset } = useOrderCancelling(which)

  function cancel() {
    if (isPending) return
    mutate(reason.trim(), {
      onSuccess({ message }) {
        showToast('success', message)
        // The button is gone with what it was for.
        changeAndFocus(
          () => setAsking(false),
          () => document.querySelector('h1'),
        )
      },
    })
  }

  function open() {
    reset()
    setAsking(true)
  }

  return (
    <>
      <Button kind="secondary" onClick={open}>
        Cancel order
      </Button>
      {asking && (
        <Dialog title="Cancel this order?" onClose={() => setAsking(false)}>
          <p className="text-quiet">
            {isPaid
              ? 'Nothing will be sent, and what you have paid is paid back.'
              : 'Nothing will be sent, and there is nothing to pay.'}
          </p>
          <TextAreaField
            label="Why? It helps us to do better"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            required={false}
            rows={3}
            maxLength={500}
            className="mt-5"
          />
          {error && (
            <p role="alert" className="mt-4 text-danger">
              {wordsOf(error)}
            </p>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button kind="secondary" onClick={() => setAsking(false)}>
              Keep the order
            </Button>
            <Button aria-disabled={isPending} onClick={cancel}>
              {isPending ? 'Cancelling…' : 'Cancel order'}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
