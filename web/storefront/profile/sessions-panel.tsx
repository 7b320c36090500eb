import { useRef, useState } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import type { SessionSummary } from '#contract/identity/account.ts'
import { links } from '#contract/links.ts'
import { useSessionChanges, useSessions } from '#web/data/account/sessions.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { focusAfterWait } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showOutcome } from '../account/show-outcome.ts'
import { Panel } from './panel.tsx'

/** The devices of the account, with sign-out. */
export function SessionsPanel() {
  const sessions = useSessions()
  const { end, endAll } = useSessionChanges()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)

  async function endOne(session: SessionSummary) {
    const pressed = document.activeElement
    if (await showOutcome(end(session), `Signed out on ${session.device}`))
      focusAfterWait(pressed, heading.current)
  }

  async function endEverywhere() {
    if (await showOutcome(endAll(), 'Logged out successfully')) await openPage(links.login())
  }

  return (
    <Panel
      title="Devices"
      headingRef={heading}
      intro="If you don’t recognise a device, sign it out and change your password."
    >
      <Loaded query={sessions} skeleton={<Skeleton className="h-60" />}>
        {(list) => (
          <ul className="divide-y divide-line border-y border-line">
            {list.map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => void endOne(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button kind="secondary" className="mt-8" onClick={() => setIsConfirming(true)}>
        Sign out everywhere
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Sign out everywhere?"
          text="You’ll be signed out on every device, including this one."
          confirm="Sign out everywhere"
          onClose={() => setIsConfirming(false)}
          onConfirm={() => void endEverywhere()}
        />
      )}
    </Panel>
  )
}

function SessionItem({ session, onEnd }: { session: SessionSummary; onEnd(): void }) {
  const shop = useShop()
  return (
    <li className="flex items-center gap-4 py-4">
      <Icon name="screen" className="size-6 text-quiet" />
      <p className="min-w-0 grow">
        <span className="block font-medium wrap-anywhere">{session.device}</span>
        <span className="block text-sm text-quiet">
          {session.current ? 'This device' : `Last seen ${formatDateTime(session.seen_at, shop)}`}
        </span>
      </p>
      {!session.current && (
        <button
          type="button"
          aria-label={`Sign out on ${session.device}`}
          onClick={onEnd}
          className="min-h-11 shrink-0 cursor-pointer font-medium whitespace-nowrap underline underline-offset-4 hover:decoration-2"
        >
          Sign out
        </button>
      )}
    </li>
  )
}
