import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Address } from '#contract/account.ts'
import { useAddressChanges, useAddresses } from '../../data/addresses.ts'
import { serverMessage } from '../../lib/api.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddressCard } from './address-card.tsx'
import { AddressForm } from './address-form.tsx'
import { Panel } from './panel.tsx'

/** The address book: a list, or the form of one address. */
export function AddressesPanel() {
  const addresses = useAddresses()
  const { save, remove } = useAddressChanges()
  const [editing, setEditing] = useState<Address | 'new'>()
  const [deleting, setDeleting] = useState<Address>()
  const heading = useRef<HTMLHeadingElement>(null)

  /** What had the focus gives way to something else. */
  function edit(address: Address | 'new' | undefined) {
    flushSync(() => setEditing(address))
    focusAfterWait(null, heading.current)
  }

  async function change(work: Promise<void>, done: string) {
    const pressed = document.activeElement
    try {
      await work
      showToast('success', done)
      focusAfterWait(pressed, heading.current)
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'The address could not be changed. Please try again.')
    }
  }

  const removeOne = (address: Address) => change(remove(address), 'The address is deleted')
  const makeDefault = ({ id, ...address }: Address) =>
    change(save({ ...address, is_default: true }, id), 'This is your default address now')

  if (editing) {
    return (
      <Panel title={editing === 'new' ? 'New address' : 'Edit address'} headingRef={heading}>
        <AddressForm address={editing === 'new' ? undefined : editing} onDone={() => edit(undefined)} />
      </Panel>
    )
  }
  const add = <Button onClick={() => edit('new')}>Add an address</Button>
  return (
    <Panel title="Addresses" headingRef={heading} intro="Where your parcels and bills go.">
      <Loaded query={addresses} skeleton={<Skeleton className="h-60" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="pin" title="No addresses yet" text="With one, the next order takes a minute.">
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
          onConfirm={() => void removeOne(deleting)}
        />
      )}
    </Panel>
  )
}
