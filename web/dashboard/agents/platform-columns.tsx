import { Link } from 'react-router'
import type { AgentPlatform } from '#contract/agents/agent.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Shop } from '#contract/shop/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import type { Column } from '#web/ui/table/column.ts'
import { Ago } from '../ago.tsx'
import { RowButton } from '../list-page/row-button.tsx'

interface PlatformActions {
  mayOpenOrders: boolean
  onBlock(platform: AgentPlatform): void
  onUnblock(platform: AgentPlatform): void
}

const linkStyle = 'underline underline-offset-4 hover:decoration-2'

/** The columns of the platforms. */
export const platformColumns = (
  shop: Shop,
  { mayOpenOrders, onBlock, onUnblock }: PlatformActions,
): Column<AgentPlatform>[] => [
  {
    id: 'platform',
    name: 'Platform',
    wrap: true,
    cell: ({ host, profileUrl, blockedAt }) => (
      <div className="min-w-0 wrap-anywhere cards:text-right">
        <p className="font-medium">{host}</p>
        <p className="text-sm text-quiet">{profileUrl}</p>
        {blockedAt && (
          <p className="text-sm font-medium text-danger">Blocked since {formatDate(blockedAt, shop)}</p>
        )}
      </div>
    ),
  },
  {
    id: 'lastUsed',
    name: 'Last visit',
    sort: ['latest', 'latest'],
    cell: ({ lastUsedAt }) => <Ago time={lastUsedAt} />,
  },
  {
    id: 'firstUsed',
    name: 'First visit',
    optional: true,
    cell: ({ firstUsedAt }) => <Ago time={firstUsedAt} />,
  },
  {
    id: 'orders',
    name: 'Orders',
    align: 'end',
    sort: ['orders_desc', 'orders_desc'],
    cell: ({ id, orders, host }) =>
      orders > 0 && mayOpenOrders ? (
        <Link
          to={dashboardLinks.orders({ platform: id })}
          aria-label={`${orders} orders through ${host}`}
          className={linkStyle}
        >
          {orders}
        </Link>
      ) : (
        orders
      ),
  },
  {
    id: 'sales',
    name: 'Sales',
    align: 'end',
    cell: ({ sales }) => (sales === null ? <span className="text-quiet">–</span> : money(sales, shop)),
  },
  {
    id: 'sessions',
    name: 'Open checkouts',
    align: 'end',
    cell: ({ id, openSessions, host }) =>
      openSessions > 0 && mayOpenOrders ? (
        <Link
          to={dashboardLinks.agentSessions({ platform: id, state: 'open' })}
          aria-label={`${openSessions} open checkouts of ${host}`}
          className={linkStyle}
        >
          {openSessions}
        </Link>
      ) : (
        openSessions
      ),
  },
  {
    id: 'actions',
    name: 'Actions',
    cell: (platform) =>
      platform.blockedAt ? (
        <RowButton aria-label={`Unblock ${platform.host}`} onClick={() => onUnblock(platform)}>
          Unblock
        </RowButton>
      ) : (
        <RowButton danger aria-label={`Block ${platform.host}`} onClick={() => onBlock(platform)}>
          Block
        </RowButton>
      ),
  },
]
