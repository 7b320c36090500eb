import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SignedInAt } from '#contract/account.ts'
import { links } from '#contract/links.ts'
import { useSessionChanges, useSessions } from '../../data/sessions.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { serverMessage } from '../../lib/api.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from './panel.tsx'

/** Where the account is signed in, and how to end that. */
export function SessionsPanel() {
  const sessions = useSessions()
  const { end, endAll } = useSessionChanges()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)

  async function change(work: Promise<void>, done: string) {
    try {
      await work
      showToast('success', done)
      return true
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'This could not be done. Please try again.')
      return false
    }
  }

  async function endOne(session: SignedInAt) {
    const pressed = document.activeElement
    if (await change(end(session), `Signed out on ${session.device}`))
      focusAfterWait(pressed, heading.current)
  }

  async function endEverywhere() {
    if (await change(endAll(), 'Logged out successfully')) await navigate(links.login())
  }

  return (
    <Panel
      title="Sessions"
      headingRef={heading}
      intro="Where you are signed in. End what you do not know, and change your password."
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
      <Button kind="secondary" className="mt-8" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          text="Every device is signed out, this one too."
          confirm="Sign out everywhere"
          onClose={() => setAsking(false)}
          onConfirm={() => void endEverywhere()}
        />
      )}
    </Panel>
  )
}

function SessionItem({ session, onEnd }: { session: SignedInAt; onEnd(): void }) {
  const shop = useShop()
  return (
    <li className="flex items-center gap-4 py-4">
      <Icon name="screen" className="size-6 text-quiet" />
      <p className="min-w-0 grow">
        <span className="block font-medium wrap-anywhere">{session.device}</span>
        <span className="block text-sm text-quiet">
          {session.current ? 'This device' : `Last seen ${momentOf(session.seen_at, shop)}`}
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
