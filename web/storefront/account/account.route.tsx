import { links } from '#contract/links.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import AccountIsland from './account.island.tsx'

export default function AccountPage() {
  return (
    <>
      <PageHead title="Account" path={links.account()} noindex />
      <Island of={AccountIsland} props={{}} />
    </>
  )
}
