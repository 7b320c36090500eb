import { useState } from 'react'
import { useCancelOrder, type OrderAccess } from '#web/data/checkout/orders.ts'
import { errorMessage } from '#web/lib/api.ts'
import { pageHeading, useFocus } from '#web/lib/browser/focus.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** Cancels an order before it ships, after a confirmation. */
export function CancelOrder({ access, isPaid }: { access: OrderAccess; isPaid: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const moveFocus = useFocus()
  const [reason, setReason] = useState('')
  const { mutate, isPending, error, reset } = useCancelOrder(access)

  function cancel() {
    if (isPending) return
    mutate(reason.trim(), {
      onSuccess({ message }) {
        showToast('success', message)
        setIsOpen(false)
        // The cancel button disappears.
        moveFocus(pageHeading)
      },
    })
  }

  function open() {
    reset()
    setIsOpen(true)
  }

  return (
    <>
      <Button kind="secondary" onClick={open} className="noscript:hidden">
        Cancel order
      </Button>
      {isOpen && (
        <Dialog title="Cancel this order?" onClose={() => setIsOpen(false)}>
          <p className="text-quiet">
            {isPaid
              ? 'We won’t ship it, and you’ll get a full refund.'
              : 'We won’t ship it, and you won’t be charged.'}
          </p>
          <TextAreaField
            label="Reason for cancelling"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            required={false}
            rows={3}
            maxLength={500}
            className="mt-5"
          />
          {error && (
            <p role="alert" className="mt-4 text-danger">
              {errorMessage(error)}
            </p>
          )}
          <DialogButtons
            cancel="Keep order"
            onCancel={() => setIsOpen(false)}
            aria-disabled={isPending}
            onClick={cancel}
          >
            {isPending ? 'Cancelling…' : 'Cancel order'}
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
