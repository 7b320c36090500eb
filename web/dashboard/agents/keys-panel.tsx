import { useState } from 'react'
import type { AgentKey } from '#contract/agents/agent.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate, type DateFormat } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { ShortList } from '../list-page/short-list.tsx'
import { Panel } from '../panel.tsx'

/** The keys that sign what the shop sends to platforms. */
export function KeysPanel() {
  const query = useAdminList('GET admin/agents/keys', {})
  const replace = useAdminCall('POST admin/agents/keys/:kid/replace')
  const [isReplacing, setReplacing] = useState(false)
  const shop = useShop()
  const current = query.data?.data.find(({ retiredAt }) => retiredAt === null)
  return (
    <Panel
      title="Signing key"
      intro="Your shop signs what it sends to platforms, so that they know it comes from you. The key never leaves the shop. Replace it if somebody else may have it."
    >
      <ShortList
        query={query}
        height="h-24"
        empty={
          <p className="text-quiet">Your shop makes its key as soon as the first platform asks for it.</p>
        }
      >
        {(key) => (
          <li key={key.kid} className="py-3 wrap-anywhere">
            <p className="font-medium">{key.kid}</p>
            <p className="text-sm text-quiet">{keyStatus(key, shop)}</p>
          </li>
        )}
      </ShortList>
      {current && (
        <Button kind="secondary" className="mt-4" onClick={() => setReplacing(true)}>
          Replace key
        </Button>
      )}
      {current && isReplacing && (
        <ConfirmDialog
          title="Replace the key?"
          text="Your shop signs with a new key at once. The old one is published for seven more days, so that platforms can verify what it has signed. This can’t be undone."
          confirm="Replace key"
          onClose={() => setReplacing(false)}
          onConfirm={() => replace.mutate({ kid: current.kid })}
        />
      )}
    </Panel>
  )
}

function keyStatus({ created_at: createdAt, retiredAt, publishedUntil }: AgentKey, shop: DateFormat): string {
  const created = `Created ${formatDate(createdAt, shop)}`
  if (!retiredAt || !publishedUntil) return `${created} · in use`
  return `${created} · replaced ${formatDate(retiredAt, shop)} · published until ${formatDate(publishedUntil, shop)}`
}
