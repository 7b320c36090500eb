import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionDialog } from '../action-dialog.tsx'

interface AuthorizationProps {
  order: AdminOrder
  authorization: NonNullable<AdminOrder['authorization']>
}

/** Money that the provider has reserved. Shipping takes it; staff can take it before, or give it back. */
export function Authorization({ order: { number, currency }, authorization }: AuthorizationProps) {
  const shop = useShop()
  const capture = useOrderCall('POST admin/orders/:number/capture')
  const release = useOrderCall('POST admin/orders/:number/release-payment')
  const [asked, setAsked] = useState<'capture' | 'release'>()
  const amount = (value: number) => money(value, { ...shop, currency })
  const { amount: whole, captured, left, expiresAt, isCapturing } = authorization
  return (
    <section aria-label="Authorised payment" className="mt-6 grid gap-2">
      <h3 className="font-medium">Authorised payment</h3>
      <p className="text-sm text-pretty">
        Authorised {amount(whole)}, captured {amount(captured)}
        {expiresAt && `, expires on ${formatDateTime(expiresAt, shop)}`}.{' '}
        {isCapturing
          ? 'We are asking the payment provider whether it has taken the money.'
          : 'Shipping takes the money of what ships.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" onClick={() => setAsked('capture')}>
          Capture now
        </Button>
        {!isCapturing && (
          <Button kind="secondary" onClick={() => setAsked('release')}>
            Release
          </Button>
        )}
      </div>
      {asked === 'capture' && (
        <ActionDialog
          title="Take the money now?"
          text={`The customer pays what is left of the order, up to ${amount(left)}, before it ships.`}
          action="Capture now"
          isPending={capture.isPending}
          onConfirm={(handlers) => capture.mutate({ number }, handlers)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'release' && (
        <ActionDialog
          title="Release the payment?"
          text={`${amount(left)} go back to the customer and can’t be taken any more. The order ships once it is paid again, by the link of its page or another way. To end the order, cancel it instead.`}
          action="Release payment"
          isPending={release.isPending}
          onConfirm={(handlers) => release.mutate({ number }, handlers)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
