import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Permission } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import type { StaffSearchResult } from '#contract/search/staff-search.ts'
import { mayOpen, sectionsFor } from '../layout/sections.ts'
import { orderStatusLabels } from '../orders/order-labels.ts'
import type { OrderAction } from '../orders/asked-action.ts'

/** What choosing an entry does. */
export type PaletteTarget =
  | { kind: 'page'; to: string; orderAction?: OrderAction }
  /** Types a command for the person, who goes on with a number. */
  | { kind: 'text'; text: string }
  | { kind: 'shortcuts' }

export interface PaletteEntry {
  id: string
  name: string
  detail?: string
  target: PaletteTarget
}

export interface PaletteGroup {
  name: string
  entries: readonly PaletteEntry[]
}

interface PaletteAction {
  name: string
  /** More words that find it. */
  words?: string
  permission?: Permission | readonly Permission[]
  target: PaletteTarget
}

const page = (to: string): PaletteTarget => ({ kind: 'page', to })

const actions: readonly PaletteAction[] = [
  {
    name: 'New order',
    words: 'create add phone',
    permission: 'orders',
    target: page(dashboardLinks.newOrder()),
  },
  {
    name: 'Counter sale',
    words: 'till pos receipt sell',
    permission: 'orders',
    target: page(dashboardLinks.counterSale()),
  },
  {
    name: 'Add product',
    words: 'new create',
    permission: 'catalog',
    target: page(dashboardLinks.newProduct()),
  },
  {
    name: 'Add coupon',
    words: 'new create discount',
    permission: 'marketing',
    target: page(dashboardLinks.coupon('new')),
  },
  {
    name: 'Ship an order',
    words: 'send fulfil',
    permission: 'orders',
    target: { kind: 'text', text: 'ship ' },
  },
  {
    name: 'Refund an order',
    words: 'money back',
    permission: 'refunds',
    target: { kind: 'text', text: 'refund ' },
  },
  { name: 'View shop', words: 'storefront', target: page(links.home()) },
  { name: 'Keyboard shortcuts', words: 'keys help', target: { kind: 'shortcuts' } },
]

const MAX_PAGES = 6

/** An action on an order: "refund 2026-000123". */
interface Command {
  /** The text to search for. */
  term: string
  action?: OrderAction
}

/** Reads what is typed. A verb without a number searches for nothing. */
export function readCommand(text: string): Command {
  const [, verb, rest = ''] = /^(refund|ship)\s+(.*)$/i.exec(text.trimStart()) ?? []
  if (!verb) return { term: text.trim() }
  return { term: rest.trim(), action: verb.toLowerCase() === 'refund' ? 'refund' : 'fulfil' }
}

/** The actions and pages whose words begin with those that are typed. Without a text: the actions. */
export function localGroups(text: string, permissions: readonly Permission[]): PaletteGroup[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (...texts: string[]) => {
    const words = texts.join(' ').toLowerCase().split(/\s+/)
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  }
  const pages = sectionsFor(permissions).flatMap(({ name: section, entries }) =>
    entries
      .filter(({ name }) => typed.length > 0 && matches(section, name))
      .map(({ name, path }) => ({ id: `page ${path}`, name, detail: section, target: page(path) })),
  )
  const allowed = actions
    .filter((action) => mayOpen(action, permissions) && matches(action.name, action.words ?? ''))
    .map(({ name, target }) => ({ id: `action ${name}`, name, target }))
  return withoutEmpty([
    { name: 'Actions', entries: allowed },
    { name: 'Pages and settings', entries: pages.slice(0, MAX_PAGES) },
  ])
}

const commandNames: Record<OrderAction, string> = { refund: 'Refund order', fulfil: 'Ship order' }

/** The records that the server has found; with an action its orders alone. */
export function recordGroups(
  { orders, customers, products }: StaffSearchResult,
  action: OrderAction | undefined,
  text: { amount(order: { total: number; currency: string }): string; day(time: string): string },
): PaletteGroup[] {
  const found = (orders ?? []).map((order) => ({
    id: `order ${order.number}`,
    name: action ? `${commandNames[action]} ${order.serial}` : order.serial,
    detail: [
      order.customer,
      orderStatusLabels[order.status],
      text.amount(order),
      text.day(order.placedAt),
    ].join(' · '),
    target: {
      kind: 'page' as const,
      to: dashboardLinks.order(order.number),
      ...(action && { orderAction: action }),
    },
  }))
  if (action) return withoutEmpty([{ name: 'Orders', entries: found }])
  return withoutEmpty([
    { name: 'Orders', entries: found },
    {
      name: 'Customers',
      entries: (customers ?? []).map(({ id, fullName, email }) => ({
        id: `customer ${id}`,
        name: fullName,
        detail: email,
        target: page(dashboardLinks.customer(id)),
      })),
    },
    {
      name: 'Products',
      entries: (products ?? []).map(({ id, name, sku, status }) => ({
        id: `product ${id}`,
        name,
        detail: [sku, productStatusLabels[status]].filter(Boolean).join(' · '),
        target: page(dashboardLinks.product(id)),
      })),
    },
  ])
}

const productStatusLabels = { live: '', draft: 'Draft', archived: 'Archived' }

const withoutEmpty = (groups: PaletteGroup[]) => groups.filter(({ entries }) => entries.length > 0)
