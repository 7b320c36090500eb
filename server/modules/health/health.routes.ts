import { getHealth } from '#contract/health/health.ts'
import { personalRoute } from '#server/http/route.ts'
import { installationShop } from '#server/modules/backup/index.ts'
import { checkShop } from './run-checks.ts'

export const healthRoutes = [
  personalRoute(getHealth, async (_input, { db, shop: { shopId }, services }) => {
    // Only the people of the first shop run the installation.
    const [shared, own] = await Promise.all([
      shopId === installationShop ? services.checkInstallation() : [],
      checkShop(db, shopId, services),
    ])
    return { data: { checkedAt: new Date().toISOString(), checks: [...shared, ...own] } }
  }),
]
