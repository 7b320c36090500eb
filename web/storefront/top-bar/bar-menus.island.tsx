import { withQueries } from '../with-queries.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'

/** The menus of the top bar. */
function BarMenus() {
  return (
    <>
      <ProfileMenu />
      <MobileMenu />
    </>
  )
}

export default withQueries(BarMenus)
