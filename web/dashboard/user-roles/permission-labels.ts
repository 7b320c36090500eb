import type { Permission } from '#contract/endpoint.ts'

export const permissionLabels: Record<Permission, { name: string; allows: string }> = {
  catalog: { name: 'Catalogue', allows: 'Products, categories, collections and banners' },
  orders: { name: 'Orders', allows: 'Orders and reports' },
  customers: { name: 'Customers', allows: 'Customers, their accounts and notes about them' },
  marketing: { name: 'Marketing', allows: 'Coupons and offers' },
  content: { name: 'Content', allows: 'Pages, comments and the home page' },
  settings: { name: 'Settings', allows: 'Currency, tax, shipping, payment and emails' },
  staff: { name: 'Staff', allows: 'Roles, staff and the activity log' },
}
