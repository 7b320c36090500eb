import type { Permission } from '#contract/endpoint.ts'

/** One entry of the sidebar. */
interface Entry {
  name: string
  path: string
  /** Who sees it; the server asks for itself. Absent: all of the staff. */
  permission?: Permission
}

/** The groups of the sidebar, in their order. */
export const sections: readonly { name: string; entries: readonly Entry[] }[] = [
  {
    name: 'Dashboard',
    entries: [
      { name: 'Overview', path: '/dashboard' },
      { name: 'History', path: '/dashboard/audit' },
    ],
  },
  {
    name: 'Products',
    entries: [
      { name: 'All products', path: '/dashboard/all-products', permission: 'catalogue' },
      { name: 'Create new product', path: '/dashboard/add-product', permission: 'catalogue' },
      { name: 'Stock', path: '/dashboard/stock', permission: 'catalogue' },
      { name: 'Categories', path: '/dashboard/categories', permission: 'catalogue' },
      { name: 'Subcategories', path: '/dashboard/sub-categories', permission: 'catalogue' },
      { name: 'Specifications', path: '/dashboard/specifications', permission: 'catalogue' },
      { name: 'Collections', path: '/dashboard/collections', permission: 'catalogue' },
    ],
  },
  {
    name: 'Orders',
    entries: [
      { name: 'All orders', path: '/dashboard/orders', permission: 'orders' },
      { name: 'Pending orders', path: '/dashboard/orders/pending', permission: 'orders' },
      { name: 'Completed orders', path: '/dashboard/orders/completed', permission: 'orders' },
      { name: 'Cancelled orders', path: '/dashboard/orders/cancelled', permission: 'orders' },
    ],
  },
  {
    name: 'Customers',
    entries: [
      { name: 'All customers', path: '/dashboard/customers', permission: 'customers' },
      { name: 'Comments', path: '/dashboard/comments', permission: 'content' },
    ],
  },
  {
    name: 'Reports',
    entries: [
      { name: 'Sales', path: '/dashboard/reports', permission: 'orders' },
      { name: 'Books', path: '/dashboard/books', permission: 'orders' },
    ],
  },
  {
    name: 'Marketings',
    entries: [
      { name: 'Banners', path: '/dashboard/banner', permission: 'catalogue' },
      { name: 'Coupons', path: '/dashboard/coupons', permission: 'marketing' },
      { name: 'Search', path: '/dashboard/search', permission: 'marketing' },
    ],
  },
  {
    name: 'User Roles',
    entries: [{ name: 'Roles and staff', path: '/dashboard/user-roles', permission: 'staff' }],
  },
  {
    name: 'Settings',
    entries: [
      { name: 'Shop', path: '/dashboard/settings', permission: 'settings' },
      { name: 'Home page', path: '/dashboard/settings/home', permission: 'content' },
      { name: 'Pages', path: '/dashboard/pages', permission: 'content' },
      { name: 'Currency', path: '/dashboard/settings/currency', permission: 'settings' },
      { name: 'Tax', path: '/dashboard/settings/tax', permission: 'settings' },
      { name: 'Shipping', path: '/dashboard/settings/shipping', permission: 'settings' },
      { name: 'Payment', path: '/dashboard/settings/payment', permission: 'settings' },
      { name: 'Checkout', path: '/dashboard/settings/checkout', permission: 'settings' },
      { name: 'Invoices', path: '/dashboard/settings/invoices', permission: 'settings' },
      { name: 'Notifications', path: '/dashboard/settings/notifications', permission: 'settings' },
      { name: 'Mails', path: '/dashboard/mails', permission: 'settings' },
    ],
  },
]

/** The sections with what somebody may open; those that would be empty are left out. */
export function sectionsFor(permissions: readonly Permission[]): typeof sections {
  return sections
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ permission }) => !permission || permissions.includes(permission)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** The entry that a page belongs to: the longest path that it lies below. */
export function entryOf(pathname: string): Entry | undefined {
  const path = pathname.replace(/\/$/, '')
  return sections
    .flatMap(({ entries }) => entries)
    .filter(
      (entry) => path === entry.path || (entry.path !== '/dashboard' && path.startsWith(`${entry.path}/`)),
    )
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
