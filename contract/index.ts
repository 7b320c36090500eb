import { reportEndpoints } from './reports/report.ts'
import { getAudit, getAuditFilters, undoAudit } from './audit/audit.ts'
import {
  createPage,
  deletePage,
  getAdminPage,
  getAdminPages,
  previewPage,
  updatePage,
} from './content/admin-page.ts'
import {
  bulkProducts,
  duplicateProduct,
  getAdminProduct,
  getAdminProducts,
  patchProduct,
  uploadImage,
} from './catalog/admin/product.ts'
import { customFieldEndpoints } from './custom-fields/custom-field.ts'
import { customValueEndpoints } from './custom-fields/custom-value.ts'
import { redirectEndpoints } from './redirects/redirect.ts'
import { importEndpoints } from './imports/import.ts'
import { taxEndpoints } from './tax/tax.ts'
import { getCreditNote, getOrderCreditNote } from './orders/payment/credit-note.ts'
import { getCreditReport } from './reports/credit-report.ts'
import { taxReportEndpoints } from './reports/tax-report.ts'
import { adminOrderEndpoints } from './orders/admin-order.ts'
import { getCustomerTimeline } from './orders/customer-timeline.ts'
import { adminBannerEndpoints } from './catalog/admin/banner.ts'
import { adminCategoryEndpoints } from './catalog/admin/category.ts'
import { adminCollectionEndpoints } from './catalog/admin/collection.ts'
import { adminSpecificationEndpoints } from './catalog/admin/specification.ts'
import { adminSubcategoryEndpoints } from './catalog/admin/subcategory.ts'
import { getBanners } from './catalog/banner.ts'
import { backupEndpoints } from './backup/backup.ts'
import { listExportEndpoints } from './export/list-export.ts'
import { shopExportEndpoints } from './export/shop-export.ts'
import { feedEndpoints } from './feeds/feeds.ts'
import { healthEndpoints } from './health/health.ts'
import { reconciliationEndpoints } from './reconciliation/reconciliation.ts'
import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from './cart/cart.ts'
import { discardSavedLine, getSavedLines, restoreLine, saveLine } from './cart/saved-line.ts'
import { agentCheckoutEndpoints } from './orders/agent-checkout.ts'
import { findGuestOrder, openOrderAccount, orderAgain } from './orders/shopper-order.ts'
import { getCategories, getSubcategories } from './catalog/category.ts'
import { getCheckout } from './orders/checkout.ts'
import { getAddressFormat, getPostalCode } from './orders/delivery/postal-code.ts'
import { deliveryEndpoints } from './orders/delivery/delivery.ts'
import { getCollections, resolveSlug } from './catalog/collection.ts'
import { getContentPage } from './content/content-page.ts'
import { createCoupon, deleteCoupon, getCoupon, getCoupons, updateCoupon } from './promotions/coupon.ts'
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { peopleEndpoints } from './identity/endpoints.ts'
import {
  getHomeSettings,
  getStorefront,
  updateFooter,
  updateSections,
  updateTagline,
} from './settings/home.ts'
import {
  createProduct,
  deleteProduct,
  getNewArrivals,
  getProducts,
  getRelatedProducts,
  updateProduct,
} from './catalog/product.ts'
import { emailEndpoints } from './email/email.ts'
import { getEvents } from './events/event.ts'
import { agentEndpoints } from './agents/agent.ts'
import { testPaymentEndpoints } from './payment-accounts/test-payment.ts'
import { paymentAccountEndpoints } from './payment-accounts/payment-account.ts'
import { carrierAccountEndpoints } from './carriers/carrier-account.ts'
import { checkGiftCard } from './credit/checkout-credit.ts'
import { giftCardEndpoints } from './credit/gift-card.ts'
import { storeCreditEndpoints } from './credit/store-credit.ts'
import { labelEndpoints } from './carriers/label.ts'
import { webhookEndpoints } from './webhooks/webhook.ts'
import { holdEndpoints } from './orders/hold.ts'
import { orderEndpoints } from './orders/order.ts'
import { returnEndpoints } from './orders/return.ts'
import { editOrderEndpoints } from './orders/edit-order.ts'
import { manualOrderEndpoints } from './orders/manual-order.ts'
import { proFormaEndpoints } from './orders/pro-forma.ts'
import { manualQuoteEndpoints } from './orders/manual-quote.ts'
import { packingEndpoints } from './orders/packing.ts'
import { shipmentEndpoints } from './orders/shipment.ts'
import { paymentEndpoints } from './orders/payment/payment.ts'
import { captureEndpoints } from './orders/payment/capture.ts'
import { refundEndpoints } from './orders/payment/refund.ts'
import { previewDescription } from './catalog/product-description.ts'
import {
  getSettings,
  updateCheckout,
  updateInvoice,
  updateRetention,
  updateReturns,
  updateReviews,
  updateSearchSettings,
  updateAgentSettings,
  updateNotifications,
  updatePayment,
  updatePaymentOrder,
  updateShipping,
  updateTax,
} from './settings/settings.ts'
import { getShop } from './shop/shop.ts'
import { confirmCashOrder } from './orders/cash/confirm-cash.ts'
import { updateCash } from './settings/cash-settings.ts'
import { getShopSettings, updateCurrency, updateShopSettings } from './shop/shop-settings.ts'
import { bestSellerEndpoints } from './catalog/best-seller.ts'
import { visitEndpoints } from './reports/visit.ts'
import { searchReportEndpoints } from './search/search-report.ts'
import { searchSignalEndpoints } from './search/search-signal.ts'
import { searchWordEndpoints } from './search/search-words.ts'
import { staffSearchEndpoints } from './search/staff-search.ts'
import { getSpecifications } from './catalog/specification.ts'
import { getSuggestions } from './search/suggestion.ts'
import { synonymSuggestionEndpoints } from './search/synonym-suggestion.ts'
import { stockEndpoints } from './stock/stock.ts'

const all = [
  getBanners,
  getCategories,
  getSubcategories,
  getProducts,
  getNewArrivals,
  getRelatedProducts,
  getSuggestions,
  createProduct,
  updateProduct,
  deleteProduct,
  getAdminProducts,
  getAdminProduct,
  patchProduct,
  duplicateProduct,
  bulkProducts,
  uploadImage,
  previewDescription,
  getSpecifications,
  ...staffSearchEndpoints,
  getAudit,
  getAuditFilters,
  undoAudit,
  ...emailEndpoints,
  ...adminBannerEndpoints,
  ...adminCategoryEndpoints,
  ...adminCollectionEndpoints,
  ...adminSpecificationEndpoints,
  ...adminSubcategoryEndpoints,
  getShop,
  getStorefront,
  getHomeSettings,
  updateTagline,
  updateSections,
  updateFooter,
  getSettings,
  updateTax,
  updateShipping,
  updatePayment,
  updatePaymentOrder,
  updateCash,
  confirmCashOrder,
  updateCheckout,
  updateInvoice,
  updateRetention,
  updateReviews,
  updateSearchSettings,
  updateAgentSettings,
  updateReturns,
  updateNotifications,
  getShopSettings,
  updateShopSettings,
  updateCurrency,
  getCollections,
  resolveSlug,
  getContentPage,
  getAdminPages,
  getAdminPage,
  createPage,
  updatePage,
  deletePage,
  previewPage,
  ...backupEndpoints,
  ...reconciliationEndpoints,
  ...healthEndpoints,
  ...feedEndpoints,
  ...shopExportEndpoints,
  ...listExportEndpoints,
  ...reportEndpoints,
  ...searchWordEndpoints,
  ...visitEndpoints,
  ...searchReportEndpoints,
  ...searchSignalEndpoints,
  ...synonymSuggestionEndpoints,
  ...bestSellerEndpoints,
  getCheckout,
  getPostalCode,
  getAddressFormat,
  ...deliveryEndpoints,
  ...orderEndpoints,
  ...adminOrderEndpoints,
  getCustomerTimeline,
  getCreditNote,
  getOrderCreditNote,
  ...manualOrderEndpoints,
  ...manualQuoteEndpoints,
  ...proFormaEndpoints,
  ...editOrderEndpoints,
  ...holdEndpoints,
  ...packingEndpoints,
  ...shipmentEndpoints,
  ...returnEndpoints,
  ...paymentEndpoints,
  ...captureEndpoints,
  ...refundEndpoints,
  getCoupons,
  getCoupon,
  createCoupon,
  updateCoupon,
  deleteCoupon,
  ...stockEndpoints,
  ...taxEndpoints,
  ...taxReportEndpoints,
  ...importEndpoints,
  ...customFieldEndpoints,
  ...customValueEndpoints,
  ...redirectEndpoints,
  getEvents,
  ...webhookEndpoints,
  ...carrierAccountEndpoints,
  ...paymentAccountEndpoints,
  ...testPaymentEndpoints,
  ...labelEndpoints,
  checkGiftCard,
  ...giftCardEndpoints,
  ...storeCreditEndpoints,
  getCreditReport,
  ...agentEndpoints,
  getCarts,
  findGuestOrder,
  orderAgain,
  openOrderAccount,
  ...agentCheckoutEndpoints,
  getSavedLines,
  saveLine,
  restoreLine,
  discardSavedLine,
  addToCart,
  updateCart,
  deleteCarts,
  getCartSummary,
  ...peopleEndpoints,
] as const

/** Every call of the API. A test holds this list against what the server has mounted. */
export const endpoints: readonly Endpoint[] = all

type AnyEndpoint = (typeof all)[number]

/**
 * Input and answer of each call, by method and path: `Calls['GET admin/orders']`. Import it as a type: the schemas stay out of
 * the scripts of the browser.
 */
export type Calls = {
  [E in AnyEndpoint as `${E['method']} ${E['path']}`]: {
    input: z.input<E['input']>
    answer: z.output<E['answer']> & { message: string }
  }
}
