import { useRef, useState } from 'react'
import type { Invitation } from '#contract/identity/invitation.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { Panel } from '../panel.tsx'
import { RowButton } from '../list-page/row-button.tsx'

/** Invitations that nobody has accepted yet. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const resend = useAdminCall('POST admin/invitations/:id/resend')
  const copyLink = useAdminCall('POST admin/invitations/:id/link')
  const withdraw = useAdminCall('DELETE admin/invitations/:id')
  const focus = useFocus()
  const heading = useRef<HTMLHeadingElement>(null)
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const shop = useShop()
  const [copied, setCopied] = useState<{ email: string; link: string }>()
  return (
    <Panel title="Invitations" headingRef={heading}>
      {invitations.length === 0 ? (
        <p className="text-quiet">No pending invitations.</p>
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
                  Invited by {invitation.invitedBy}, {invitation.expired ? 'expired' : 'expires'}{' '}
                  {formatDate(invitation.expires_at, shop)}
                </span>
              </p>
              <span className="flex flex-wrap gap-x-1">
                <RowButton
                  aria-label={`Copy link of the invitation to ${invitation.email}`}
                  onClick={() =>
                    copyLink.mutate(
                      { id: invitation.id },
                      {
                        onSuccess: ({ data: { link } }) => setCopied({ email: invitation.email, link }),
                      },
                    )
                  }
                >
                  Copy link
                </RowButton>
                {shop.sendsEmail && (
                  <RowButton
                    aria-label={`Resend invitation to ${invitation.email}`}
                    onClick={() => resend.mutate({ id: invitation.id })}
                  >
                    Resend
                  </RowButton>
                )}
                <RowButton
                  danger
                  aria-label={`Withdraw invitation to ${invitation.email}`}
                  onClick={() => setWithdrawing(invitation)}
                >
                  Withdraw
                </RowButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {copied && <InvitationLinkDialog {...copied} onClose={() => setCopied(undefined)} />}
      {withdrawing && (
        <ConfirmDialog
          title="Withdraw this invitation?"
          text={`The invitation link of ${withdrawing.email} will stop working.`}
          confirm="Withdraw invitation"
          onClose={() => setWithdrawing(undefined)}
          onConfirm={() => {
            const button = document.activeElement
            // The button disappears with its row.
            withdraw.mutate({ id: withdrawing.id }, { onSuccess: () => focus(() => heading.current, button) })
          }}
        />
      )}
    </Panel>
  )
}
