import { getAdminBanner, getAdminBanners } from '#contract/catalog/admin/banner.ts'
import { categorySorts, getAdminCategories, getAdminCategory } from '#contract/catalog/admin/category.ts'
import {
  getAdminCollection,
  getAdminCollections,
  previewCollection,
} from '#contract/catalog/admin/collection.ts'
import {
  adminOrderSorts,
  getOrderInvoice,
  getAdminOrder,
  getAdminOrders,
  getPackingSlip,
} from '#contract/orders/admin-order.ts'
import { getOrderNumbers } from '#contract/orders/order-actions.ts'
import { getOrderTags } from '#contract/orders/order-tags.ts'
import { orderProblems } from '#contract/orders/order-filter.ts'
import { customFieldCalls } from './custom-field-calls.ts'
import { getRedirect, getRedirects, redirectSorts } from '#contract/redirects/redirect.ts'
import { getOrderDocuments } from '#contract/orders/shipment.ts'
import { getAdminPage, getAdminPages, pageSorts } from '#contract/content/admin-page.ts'
import { adminProductSorts, getAdminProduct, getAdminProducts } from '#contract/catalog/admin/product.ts'
import {
  getAdminSpecification,
  getAdminSpecifications,
  specificationSorts,
} from '#contract/catalog/admin/specification.ts'
import {
  getAdminSubcategories,
  getAdminSubcategory,
  subcategorySorts,
} from '#contract/catalog/admin/subcategory.ts'
import { getAudit, getAuditFilters } from '#contract/audit/audit.ts'
import { getBackups } from '#contract/backup/backup.ts'
import { getShopExports } from '#contract/export/shop-export.ts'
import { listExportEndpoints } from '#contract/export/list-export.ts'
import { feedProblems, getFeedProducts, getFeeds } from '#contract/feeds/feeds.ts'
import { getHealth } from '#contract/health/health.ts'
import { getReconciliation } from '#contract/reconciliation/reconciliation.ts'
import { getAdminComment, getAdminComments, moderationSorts } from '#contract/comments/comment-moderation.ts'
import { couponStates, getCoupon, getCoupons } from '#contract/promotions/coupon.ts'
import { getHomeSettings } from '#contract/settings/home.ts'
import { getApiKeys } from '#contract/identity/api-key.ts'
import { getInvitations } from '#contract/identity/invitation.ts'
import { getWebhook, getWebhookDeliveries, getWebhooks } from '#contract/webhooks/webhook.ts'
import { getEvents } from '#contract/events/event.ts'
import { getEmail, getEmails, getEmailTemplates, emailStatuses } from '#contract/email/email.ts'
import { orderStatuses } from '#contract/orders/order.ts'
import { getLiveVisitors } from '#contract/reports/visit.ts'
import { exportSales, getOverview, getSales, salesKinds, salesSorts } from '#contract/reports/report.ts'
import { getRole, getRoles } from '#contract/identity/role.ts'
import { getSettings } from '#contract/settings/settings.ts'
import { getTaxRate } from '#contract/tax/tax.ts'
import { getShopSettings } from '#contract/shop/shop-settings.ts'
import { getStaff, getStaffMember } from '#contract/identity/staff.ts'
import { getStockMovements, getStock, stockSorts } from '#contract/stock/stock.ts'
import { customerCalls } from './customer-calls.ts'
import { calls, type ListCall } from './list-calls.ts'
import { agentListCalls } from './agent-list-calls.ts'
import { importListCalls } from './import-list-calls.ts'
import { searchListCalls } from './search-list-calls.ts'
import { taxListCalls } from './tax-list-calls.ts'
import type { Subjects } from './list-subjects.ts'
import { manualOrderCalls } from './manual-order-calls.ts'

const sorted = <S extends string>(sorts: readonly S[]) => sorts.map((sort) => ({ sort }))
const texts = ['m', 'mu', 'mug', 'oak mug', 'zzqx', 'rose@example.com'].map((q) => ({ q }))
const somedays = { from: '2026-01-01', to: '2026-03-31' }

/** All reads of the dashboard: each list with each order and filter, and a second page. */
export function staffListCalls(subjects: Subjects): ListCall[] {
  return [
    ...aboutGoods(subjects),
    ...aboutPeople(subjects),
    ...customerCalls(subjects),
    ...manualOrderCalls(subjects),
    ...aboutTheShop(subjects),
  ]
}

function aboutGoods({
  productId,
  variantId,
  categoryId,
  subcategoryId,
  collectionIds,
  specificationId,
  bannerId,
  farPage,
}: Subjects): ListCall[] {
  const [collectionId = 0] = collectionIds
  return [
    ...calls(
      'staff',
      getAdminProducts,
      ...sorted(adminProductSorts),
      ...adminProductSorts.map((sort) => ({ sort, page: farPage })),
      ...texts,
      { status: 'draft' },
      { status: 'live', q: 'mug', sort: 'price' },
      { category: categoryId, sort: 'name' },
      { subcategory: subcategoryId, sort: 'stock' },
      { stock: 'in' },
      { stock: 'low' },
      { stock: 'out', sort: 'updated' },
      { offer: true },
      { is_new: true },
      { missing: 'image' },
      { missing: 'alt' },
    ),
    ...calls('staff', getAdminProduct, { id: productId }),
    ...calls(
      'staff',
      getStock,
      ...sorted(stockSorts),
      ...stockSorts.map((sort) => ({ sort, page: farPage })),
      ...texts,
      { level: 'low' },
      { level: 'out', sort: 'on_hand' },
      { level: 'reserved' },
    ),
    ...calls('staff', getStockMovements, { id: variantId }, { id: variantId, before: 1_000_000 }),
    ...calls('staff', getAdminCategories, ...sorted(categorySorts), ...texts),
    ...calls('staff', getAdminCategory, { id: categoryId }),
    ...calls('staff', getAdminSubcategories, ...sorted(subcategorySorts), { category: categoryId }, ...texts),
    ...calls('staff', getAdminSubcategory, { id: subcategoryId }),
    ...calls('staff', getAdminSpecifications, ...sorted(specificationSorts), ...texts),
    ...calls('staff', getAdminSpecification, { id: specificationId }),
    ...calls('staff', getAdminCollections, {}, { sort: 'name' }, ...texts),
    ...calls('staff', getAdminCollection, { id: collectionId }),
    ...calls('staff', previewCollection, { rule: { q: 'mug' } }, { rule: { onsale: true } }),
    ...calls('staff', getAdminBanners, {}, { sort: 'newest' }, { q: 'mug' }),
    ...calls('staff', getRole, { id: 1 }),
    ...calls('staff', getAdminBanner, { id: bannerId }),
  ]
}

function aboutPeople({
  platformId,
  customerId,
  staffId,
  couponId,
  orderNumber,
  productId,
  job,
  farPage,
}: Subjects): ListCall[] {
  return [
    ...calls('staff', getOrderTags, {}),
    ...calls('staff', getOrderNumbers, {}, { group: 'pending', q: orderNumber }, { status: 'confirmed' }),
    ...calls(
      'staff',
      getAdminOrders,
      ...sorted(adminOrderSorts),
      ...adminOrderSorts.map((sort) => ({ sort, page: farPage })),
      ...texts,
      { q: orderNumber },
      { group: 'pending' },
      { group: 'completed', sort: 'total' },
      ...orderStatuses.map((status) => ({ status })),
      { payment: 'bank_transfer' },
      { tag: 'gift' },
      { customer: customerId },
      { customer: customerId, sort: 'total_desc', page: 2 },
      { coupon: couponId },
      ...orderProblems.map((problem) => ({ problem })),
      { hold: 'on' },
      { source: 'agents' },
      { source: 'shop', page: 2 },
      { platform: platformId },
      { hold: 'on', group: 'pending', sort: 'total' },
      { hold: 'off', status: 'confirmed', due: 'off' },
      { due: 'on' },
      somedays,
      { ...somedays, q: 'mug', sort: 'total' },
    ),
    ...calls('staff', getAdminOrder, { number: orderNumber }),
    ...calls('staff', getOrderInvoice, { number: orderNumber }),
    ...calls('staff', getPackingSlip, { number: orderNumber }),
    ...calls('staff', getOrderDocuments, { number: orderNumber }),
    ...calls(
      'staff',
      getAdminComments,
      ...sorted(moderationSorts),
      ...moderationSorts.map((sort) => ({ sort, page: farPage })),
      ...texts,
      { status: 'pending' },
      { status: 'hidden', sort: 'newest' },
      { status: 'visible', sort: 'oldest' },
      { reported: true },
      { reported: false },
      { kind: 'question', answered: false },
      { stars: 1 },
      { photos: true },
      { answered: true },
      { answered: false },
    ),
    ...calls('staff', getAdminComment, { id: 1 }),
    ...calls(
      'staff',
      getAudit,
      {},
      { page: 20 },
      ...texts,
      { actor: 0 },
      { actor: customerId },
      { subject: 'product' },
      { subject: 'coupon' },
      { subject: 'product', subjectId: String(productId) },
      { action: 'create' },
      { action: 'update', q: 'mug' },
      { job },
      somedays,
    ),
    ...calls('staff', getAuditFilters),
    ...calls('staff', getStaff, ...sorted(['newest', 'name', 'email']), { role: 1 }, ...texts),
    ...calls('staff', getStaffMember, { id: staffId }),
    ...calls('staff', getRoles, ...sorted(['id', 'name']), { q: 'mug' }),
    ...calls('staff', getApiKeys),
    ...calls('staff', getInvitations, ...sorted(['newest', 'email']), ...texts),
  ]
}

function aboutTheShop({
  couponId,
  emailId,
  pageId,
  redirectId,
  importId,
  webhookId,
  platformId,
  customFieldId,
  synonymId,
  searchRuleId,
  farPage,
}: Subjects): ListCall[] {
  return [
    ...calls(
      'staff',
      getCoupons,
      ...sorted(['newest', 'code', 'code_desc', 'used', 'used_desc', 'ends', 'ends_desc']),
      ...couponStates.map((state) => ({ state })),
      ...texts,
    ),
    ...calls('staff', getCoupon, { id: couponId }),
    ...calls(
      'staff',
      getEmails,
      ...sorted(['newest', 'oldest']),
      { page: farPage },
      { sort: 'oldest', page: farPage },
      ...emailStatuses.map((status) => ({ status })),
      { template: 'order_confirmed' },
      { template: 'reset_password' },
      ...texts,
    ),
    ...calls('staff', getEmail, { id: emailId }),
    ...calls('staff', getEmailTemplates),
    ...searchListCalls({ synonymId, searchRuleId }),
    ...calls('staff', getLiveVisitors, {}),
    ...calls('staff', getOverview, { days: '1' }, { days: '7' }, { days: '30' }),
    ...calls(
      'staff',
      getSales,
      ...salesKinds.flatMap((by) => salesSorts.map((sort) => ({ by, sort }))),
      ...salesKinds.map((by) => ({ by, ...somedays })),
    ),
    ...calls('staff', exportSales, ...salesKinds.map((by) => ({ by }))),
    ...taxListCalls(),
    ...calls('staff', getBackups),
    ...calls('staff', getHealth),
    ...calls('staff', getFeeds),
    ...calls('staff', getFeedProducts, {}, ...feedProblems.map((problem) => ({ problem }))),
    ...calls('staff', getReconciliation),
    ...importListCalls(importId),
    ...calls('staff', getEvents, { after: 1 }),
    ...calls('staff', getWebhooks),
    ...calls('staff', getWebhook, { id: webhookId }),
    ...calls('staff', getWebhookDeliveries, { id: webhookId }, { id: webhookId, state: 'failed' }),
    ...agentListCalls({ platformId }),
    ...customFieldCalls({ customFieldId }),
    ...calls('staff', getShopExports),
    ...listExportEndpoints.flatMap((endpoint) => calls('staff', endpoint)),
    ...calls('staff', getAdminPages, ...sorted(pageSorts), { q: 'mug' }),
    ...calls('staff', getAdminPage, { id: pageId }),
    ...calls('staff', getRedirects, ...sorted(redirectSorts), ...texts),
    ...calls('staff', getRedirect, { id: redirectId }),
    ...calls('staff', getHomeSettings),
    ...calls('staff', getSettings),
    ...calls('staff', getTaxRate, { class: 'standard', country: 'IN' }),
    ...calls('staff', getShopSettings),
  ]
}
