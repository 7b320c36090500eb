import { useRef, useState } from 'react'
import type { Address } from '#contract/identity/account.ts'
import { useAddressChanges, useAddresses } from '#web/data/account/addresses.ts'
import { focusAfterWait, useFocus } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showOutcome } from '../account/show-outcome.ts'
import { AddressCard } from './address-card.tsx'
import { AddressForm } from './address-form.tsx'
import { Panel } from './panel.tsx'

/** The saved addresses, or the form of one of them. */
export function AddressesPanel() {
  const addresses = useAddresses()
  const { save, remove } = useAddressChanges()
  const [editing, setEditing] = useState<Address | 'new'>()
  const [deleting, setDeleting] = useState<Address>()
  const heading = useRef<HTMLHeadingElement>(null)
  const moveFocus = useFocus()

  /** Switches between list and form, which removes the focused element. */
  function edit(address: Address | 'new' | undefined) {
    setEditing(address)
    moveFocus(() => heading.current, null)
  }

  async function change(request: Promise<void>, successMessage: string) {
    const pressed = document.activeElement
    const failed = 'We couldn’t update the address. Please try again.'
    if (await showOutcome(request, successMessage, failed)) focusAfterWait(pressed, heading.current)
  }

  const deleteAddress = (address: Address) => change(remove(address), 'Address deleted')
  const makeDefault = ({ id, lines: _lines, ...address }: Address) =>
    change(save({ ...address, is_default: true }, id), 'Default address updated')

  if (editing) {
    return (
      <Panel title={editing === 'new' ? 'New address' : 'Edit address'} headingRef={heading}>
        <AddressForm address={editing === 'new' ? undefined : editing} onDone={() => edit(undefined)} />
      </Panel>
    )
  }
  const add = <Button onClick={() => edit('new')}>Add address</Button>
  return (
    <Panel title="Addresses" headingRef={heading} intro="Your delivery and billing addresses.">
      <Loaded query={addresses} skeleton={<Skeleton className="h-60" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="pin" title="No addresses yet" text="Save an address to check out faster.">
              {add}
            </EmptyState>
          ) : (
            <>
              <ul className="mb-8 grid gap-4 sm:grid-cols-2">
                {list.map((address) => (
                  <AddressCard
                    key={address.id}
                    address={address}
                    onEdit={() => edit(address)}
                    onDelete={() => setDeleting(address)}
                    onDefault={() => void makeDefault(address)}
                  />
                ))}
              </ul>
              {add}
            </>
          )
        }
      </Loaded>
      {deleting && (
        <ConfirmDialog
          title="Delete this address?"
          text={`${deleting.fullName}, ${deleting.line1}, ${deleting.city}`}
          confirm="Delete address"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => void deleteAddress(deleting)}
        />
      )}
    </Panel>
  )
}
