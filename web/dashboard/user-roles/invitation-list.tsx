import { useRef, useState } from 'react'
import type { Invitation } from '#contract/invitation.ts'
import { useStaffChanges } from '../../data/admin-staff.ts'
import { useShop } from '../../data/shop.ts'
import { dayOf } from '../../lib/clock.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../panel.tsx'
import { RowButton } from './row-button.tsx'
import { useDoing } from './use-doing.ts'

/** Who was invited and has not accepted yet. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const { resend, withdraw } = useStaffChanges()
  const { run } = useDoing()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Invitation>()
  const shop = useShop()
  return (
    <Panel title="Invitations" headingRef={heading}>
      {invitations.length === 0 ? (
        <p className="text-quiet">Nobody is invited at present.</p>
      ) : (
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <li
              key={invitation.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2"
            >
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{invitation.email}</span> as {invitation.role.name}
                <span className="block text-sm text-quiet">
                  By {invitation.invitedBy}, {invitation.expired ? 'too old since' : 'good until'}{' '}
                  {dayOf(invitation.expires_at, shop)}
                </span>
              </p>
              <span className="flex flex-wrap gap-x-1">
                <RowButton
                  aria-label={`Send again the invitation of ${invitation.email}`}
                  onClick={() => void run(() => resend(invitation.id))}
                >
                  Send again
                </RowButton>
                <RowButton
                  danger
                  aria-label={`Withdraw the invitation of ${invitation.email}`}
                  onClick={() => setAsked(invitation)}
                >
                  Withdraw
                </RowButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title="Withdraw this invitation?"
          text={`The link that was mailed to ${asked.email} stops working.`}
          confirm="Withdraw invitation"
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            const pressed = document.activeElement
            void run(() => withdraw(asked.id)).then(
              (done) => done && focusAfterWait(pressed, heading.current),
            )
          }}
        />
      )}
    </Panel>
  )
}
