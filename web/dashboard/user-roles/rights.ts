import type { Permission } from '#contract/endpoint.ts'

/** What each right is called, and what it lets somebody do. */
export const rightWords: Record<Permission, { name: string; allows: string }> = {
  catalogue: { name: 'Catalogue', allows: 'Products, categories, collections and banners' },
  orders: { name: 'Orders', allows: 'Orders and reports' },
  customers: { name: 'Customers', allows: 'Customers, their accounts and notes about them' },
  marketing: { name: 'Marketing', allows: 'Coupons and offers' },
  content: { name: 'Content', allows: 'Pages, comments and the home page' },
  settings: { name: 'Settings', allows: 'Currency, tax, shipping, payment and mails' },
  staff: { name: 'Staff', allows: 'Roles and staff, and the history of everything' },
}
