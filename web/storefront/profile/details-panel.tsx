import { useAccount } from '../../data/account.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DetailsForm } from './details-form.tsx'
import { Panel } from './panel.tsx'
import { UnconfirmedAddress } from './unconfirmed-address.tsx'

/** Name, picture, gender and e-mail address. */
export function DetailsPanel() {
  const account = useAccount()
  return (
    <Panel title="Details">
      <Loaded query={account} skeleton={<Skeleton className="h-96" />}>
        {(data) => (
          <>
            {!data.emailVerified && <UnconfirmedAddress email={data.email} />}
            <DetailsForm account={data} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
