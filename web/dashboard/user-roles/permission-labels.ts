import type { Permission } from '#contract/endpoint.ts'

export const permissionLabels: Record<Permission, { name: string; allows: string }> = {
  catalog: { name: 'Catalogue', allows: 'Products, categories, collections and banners' },
  orders: { name: 'Orders', allows: 'Orders, shipping and returns' },
  refunds: { name: 'Refunds', allows: 'Paying money back, and credit notes; needs Orders too' },
  customers: { name: 'Customers', allows: 'Customers, their accounts and notes about them' },
  exports: { name: 'Exports', allows: 'Downloading lists of orders, customers and other people' },
  reports: { name: 'Reports', allows: 'Revenue, sales, tax report and reconciliation' },
  marketing: { name: 'Marketing', allows: 'Coupons and offers' },
  content: { name: 'Content', allows: 'Pages, comments and the home page' },
  settings: { name: 'Settings', allows: 'Currency, tax, shipping, payment and emails' },
  events: { name: 'Events', allows: 'Webhooks, and reading everything that happens in the shop' },
  assistants: {
    name: 'Assistants',
    allows: 'Changing what the other permissions allow through an AI assistant (MCP)',
  },
  staff: { name: 'Staff', allows: 'Roles, staff and the activity log' },
}
