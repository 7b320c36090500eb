import { useRef, useState } from 'react'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { ApiKey } from '#contract/identity/api-key.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { RowButton } from '../list-page/row-button.tsx'
import { listFrame, ShortList } from '../list-page/short-list.tsx'
import { permissionLabels } from '../user-roles/permission-labels.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'

/** The keys with which other programs call the shop: see what each may do, create one, revoke one. */
export default function ApiKeysPage() {
  const query = useAdminList('GET admin/api-keys', {})
  const revoke = useAdminCall('DELETE admin/api-keys/:id')
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()
  return (
    <DashboardPage
      title="API keys"
      headingRef={heading}
      actions={<Button onClick={() => setCreating(true)}>Create API key</Button>}
    >
      <p className="mb-6 max-w-prose text-quiet">
        With an API key, another program can use the shop: accounting, a carrier, your own scripts.{' '}
        <a href={dashboardLinks.apiDocs()} className="underline underline-offset-4 hover:decoration-2">
          All calls of the API
        </a>
      </p>
      <ShortList
        query={query}
        className={listFrame}
        empty={
          <EmptyState
            icon="lock"
            title="No API keys"
            text="Create one for each program, so that you can revoke it alone."
          />
        }
      >
        {(key) => <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />}
      </ShortList>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          text="The program that uses this key is refused from its next call on. This can’t be undone."
          confirm="Revoke key"
          onClose={() => setRevoking(undefined)}
          onConfirm={() => {
            const button = document.activeElement
            // The button disappears with its row.
            revoke.mutate({ id: revoking.id }, { onSuccess: () => focus(() => heading.current, button) })
          }}
        />
      )}
    </DashboardPage>
  )
}

function KeyRow({ apiKey: key, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const shop = useShop()
  const until = key.expiresAt && `${key.expired ? 'expired' : 'expires'} ${formatDate(key.expiresAt, shop)}`
  const used = key.lastUsedAt ? `last used ${formatDate(key.lastUsedAt, shop)}` : 'not used yet'
  const facts = [`Created by ${key.createdBy} ${formatDate(key.created_at, shop)}`, used, until]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 grow basis-72 wrap-anywhere">
        <p>
          <span className="font-medium">{key.name}</span> <span className="text-quiet">…{key.ending}</span>
        </p>
        <p>
          {key.readOnly && 'Read only: '}
          {key.permissions.map((permission) => permissionLabels[permission].name).join(', ')}
        </p>
        {key.networks.length > 0 && <p className="text-sm">Only from {key.networks.join(', ')}</p>}
        <p className="text-sm text-quiet">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <RowButton danger aria-label={`Revoke ${key.name}`} onClick={onRevoke}>
        Revoke
      </RowButton>
    </li>
  )
}
