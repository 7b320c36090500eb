import type { Permission } from '#contract/endpoint.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { importPermissions } from '#contract/imports/kinds.ts'

/** An entry of the sidebar. */
interface Entry {
  name: string
  path: string
  /** One of these is enough. Absent if all staff may open it. The server checks permissions itself. */
  permission?: Permission | readonly Permission[]
}

/** The groups of the sidebar, in their order. */
export const sections: readonly { name: string; icon: IconName; entries: readonly Entry[] }[] = [
  {
    name: 'Dashboard',
    icon: 'screen',
    entries: [
      { name: 'Overview', path: dashboardLinks.overview() },
      { name: 'Activity log', path: dashboardLinks.audit() },
    ],
  },
  {
    name: 'Products',
    icon: 'bag',
    entries: [
      { name: 'All products', path: dashboardLinks.products(), permission: 'catalog' },
      { name: 'Create new product', path: dashboardLinks.newProduct(), permission: 'catalog' },
      { name: 'Import', path: dashboardLinks.imports(), permission: importPermissions },
      { name: 'Stock', path: dashboardLinks.stock(), permission: 'catalog' },
      { name: 'Categories', path: dashboardLinks.categories(), permission: 'catalog' },
      { name: 'Subcategories', path: dashboardLinks.subcategories(), permission: 'catalog' },
      { name: 'Specifications', path: dashboardLinks.specifications(), permission: 'catalog' },
      { name: 'Collections', path: dashboardLinks.collections(), permission: 'catalog' },
      { name: 'Product feeds', path: dashboardLinks.feeds(), permission: 'catalog' },
    ],
  },
  {
    name: 'Orders',
    icon: 'package',
    entries: [
      { name: 'All orders', path: dashboardLinks.orders(), permission: 'orders' },
      { name: 'Pending orders', path: dashboardLinks.pendingOrders(), permission: 'orders' },
      { name: 'Packing', path: dashboardLinks.packing(), permission: 'orders' },
      { name: 'Completed orders', path: dashboardLinks.completedOrders(), permission: 'orders' },
      { name: 'Cancelled orders', path: dashboardLinks.cancelledOrders(), permission: 'orders' },
      { name: 'Draft orders', path: dashboardLinks.orderDrafts(), permission: 'orders' },
      { name: 'Returns', path: dashboardLinks.returns(), permission: 'orders' },
    ],
  },
  {
    name: 'Customers',
    icon: 'user',
    entries: [
      { name: 'All customers', path: dashboardLinks.customers(), permission: 'customers' },
      { name: 'Gift cards', path: dashboardLinks.giftCards(), permission: 'orders' },
      { name: 'Comments', path: dashboardLinks.comments(), permission: 'content' },
    ],
  },
  {
    name: 'Reports',
    icon: 'chart',
    entries: [
      { name: 'Sales', path: dashboardLinks.reports(), permission: 'reports' },
      { name: 'Tax report', path: dashboardLinks.taxReport(), permission: 'reports' },
      { name: 'Gift cards and credit', path: dashboardLinks.creditReport(), permission: 'reports' },
      { name: 'Reconciliation', path: dashboardLinks.reconciliation(), permission: 'reports' },
    ],
  },
  {
    name: 'Marketings',
    icon: 'tag',
    entries: [
      { name: 'Banners', path: dashboardLinks.banners(), permission: 'catalog' },
      { name: 'Coupons', path: dashboardLinks.coupons(), permission: 'marketing' },
      { name: 'Search', path: dashboardLinks.searchReport(), permission: 'marketing' },
    ],
  },
  {
    name: 'User Roles',
    icon: 'lock',
    entries: [
      { name: 'Roles and staff', path: dashboardLinks.roles(), permission: 'staff' },
      { name: 'API keys', path: dashboardLinks.apiKeys(), permission: 'staff' },
    ],
  },
  {
    name: 'Settings',
    icon: 'sliders',
    entries: [
      { name: 'Shop', path: dashboardLinks.settings(), permission: 'settings' },
      { name: 'Home page', path: dashboardLinks.settings('home'), permission: 'content' },
      { name: 'Pages', path: dashboardLinks.pages(), permission: 'content' },
      { name: 'Redirects', path: dashboardLinks.redirects(), permission: 'content' },
      { name: 'Custom fields', path: dashboardLinks.customFields(), permission: 'settings' },
      { name: 'Currency', path: dashboardLinks.settings('currency'), permission: 'settings' },
      { name: 'Tax', path: dashboardLinks.settings('tax'), permission: 'settings' },
      { name: 'Shipping', path: dashboardLinks.settings('shipping'), permission: 'settings' },
      { name: 'Carriers', path: dashboardLinks.settings('carriers'), permission: 'settings' },
      { name: 'Return policy', path: dashboardLinks.settings('returns'), permission: 'settings' },
      { name: 'Payments', path: dashboardLinks.settings('payment'), permission: 'settings' },
      { name: 'Checkout', path: dashboardLinks.settings('checkout'), permission: 'settings' },
      { name: 'Invoices', path: dashboardLinks.settings('invoices'), permission: 'settings' },
      { name: 'Comment requests', path: dashboardLinks.settings('reviews'), permission: 'settings' },
      { name: 'Search results', path: dashboardLinks.settings('search'), permission: 'settings' },
      { name: 'Data retention', path: dashboardLinks.settings('retention'), permission: 'settings' },
      { name: 'Notifications', path: dashboardLinks.settings('notifications'), permission: 'settings' },
      { name: 'Emails', path: dashboardLinks.emails(), permission: 'settings' },
      { name: 'Agents', path: dashboardLinks.agents(), permission: 'settings' },
      { name: 'Webhooks', path: dashboardLinks.webhooks(), permission: 'events' },
      { name: 'Backups', path: dashboardLinks.backups(), permission: 'settings' },
      { name: 'Health', path: dashboardLinks.health(), permission: 'settings' },
      { name: 'Export', path: dashboardLinks.export(), permission: 'staff' },
    ],
  },
]

/** Whether these permissions open an entry. */
export const mayOpen = ({ permission }: Pick<Entry, 'permission'>, permissions: readonly Permission[]) =>
  permission === undefined || [permission].flat().some((one) => permissions.includes(one))

/** The sections with the entries that somebody may open, without empty sections. */
export function sectionsFor(permissions: readonly Permission[]): typeof sections {
  return sections
    .map(({ entries, ...section }) => ({
      ...section,
      entries: entries.filter((entry) => mayOpen(entry, permissions)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** The entry that a page belongs to: the longest path that contains it. */
export function entryOf(pathname: string): Entry | undefined {
  const path = pathname.replace(/\/$/, '')
  return sections
    .flatMap(({ entries }) => entries)
    .filter(
      (entry) =>
        path === entry.path ||
        (entry.path !== dashboardLinks.overview() && path.startsWith(`${entry.path}/`)),
    )
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
