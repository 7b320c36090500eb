import { useSession } from '#web/data/account/session.ts'
import { usePageQuery } from '#web/data/page.ts'
import { usePersonalData } from '#web/data/visitor/personal-data.ts'
import { withQueries } from '#web/storefront/with-queries.tsx'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { parseBuyNowItem } from './buy-now-item.ts'
import type { CheckoutPage } from './checkout-page-data.ts'
import { Checkout, CheckoutSkeleton } from './checkout.tsx'
import { readSession } from './prepared/prepared-fields.ts'

interface CheckoutOfVisitorProps {
  page: CheckoutPage | undefined
  /** The refused form, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

function CheckoutOfVisitor({ page, refused }: CheckoutOfVisitorProps) {
  usePersonalData(page?.personal)
  const search = usePageQuery()
  return (
    <Loaded query={useSession()} skeleton={<CheckoutSkeleton />}>
      {(user) => (
        <Checkout
          key={user?.id ?? 0}
          user={user}
          item={parseBuyNowItem(search)}
          session={readSession(search)}
          page={page}
          refused={refused}
        />
      )}
    </Loaded>
  )
}

export default withQueries(CheckoutOfVisitor)
