import { useState } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { useShop } from '#web/data/shop.ts'
import { pageHeading } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'

/** Tells staff that the shop sends no email, until email is set up or they dismiss it in this browser. */
export function EmailBanner({ user }: { user: CurrentUser }) {
  const { sendsEmail, configId } = useShop()
  const key = `emailBannerDismissed:${configId}`
  const [isDismissed, setDismissed] = useState(() => isStored(key))
  if (sendsEmail || isDismissed) return null

  function dismiss() {
    store(key)
    setDismissed(true)
    pageHeading()?.focus()
  }

  return (
    <section
      aria-label="Email setup"
      className="mb-2 flex items-center justify-between gap-x-1 rounded-xs border border-warning bg-card px-2 py-0.5 text-sm print:hidden"
    >
      <p className="min-w-0">
        <span className="font-medium">Email isn’t set up.</span>{' '}
        <span className="max-xl:sr-only">
          Customers and staff get no order updates, invitations or password links. To send them, set SMTP_URL
          and restart the shop.
        </span>{' '}
        {user.permissions.includes('settings') && (
          <Link to={dashboardLinks.emails()} className="underline underline-offset-4 hover:decoration-2">
            View unsent emails
          </Link>
        )}
      </p>
      <Button kind="quiet" onClick={dismiss} className="min-h-7! py-0! pointer-coarse:min-h-11!">
        Dismiss
      </Button>
    </section>
  )
}

/** A browser may block the storage; then the banner returns with the next visit. */
function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function store(key: string): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Dismissed for this visit only.
  }
}
