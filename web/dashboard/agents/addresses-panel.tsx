import { useAdminList } from '#web/data/admin/query.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '../panel.tsx'

/** The addresses of the shop for agents, to copy. */
export function AddressesPanel() {
  return (
    <Panel title="Addresses" intro="Give these to an assistant that does not find your shop by itself.">
      <Loaded query={useAdminList('GET admin/agents/keys', {})} skeleton={<Skeleton className="h-40" />}>
        {({ addresses }) => (
          <div className="grid gap-4">
            <CopyField label="Profile of the shop (UCP)" noun="profile address" text={addresses.profile} />
            <CopyField
              label="MCP server, for assistants that people connect themselves"
              noun="MCP address"
              text={addresses.mcp}
            />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
