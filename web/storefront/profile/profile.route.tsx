import { usePageQuery } from '#web/data/page.ts'
import { links, profileTabs } from '#contract/links.ts'
import { profileTabLabels } from '../account/profile-tab-labels.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import ProfileIsland from './profile.island.tsx'

export default function ProfilePage() {
  const search = usePageQuery()
  const tab = profileTabs.find((item) => item === search.get('tab')) ?? 'details'
  const title = tab === 'details' ? 'Profile' : `${profileTabLabels[tab].name} · Profile`
  return (
    <>
      <PageHead title={title} path={links.profile()} noindex />
      <Island of={ProfileIsland} props={{}} />
    </>
  )
}
