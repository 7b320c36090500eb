import {
  changePassword,
  createAddress,
  deleteAccount,
  deleteAddress,
  deleteImage,
  deleteSession,
  deleteSessions,
  exportAccount,
  getAccount,
  getAddresses,
  getSessions,
  updateAccount,
  updateAddress,
} from './people/account.ts'
import { reportEndpoints } from './report.ts'
import { getAudit, getAuditFilters, undoAudit } from './audit.ts'
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
} from './catalog/admin-product.ts'
import { adminOrderEndpoints } from './orders/admin-order.ts'
import { adminBannerEndpoints } from './catalog/admin-banner.ts'
import { adminCategoryEndpoints } from './catalog/admin-category.ts'
import { adminCollectionEndpoints } from './catalog/admin-collection.ts'
import { adminSpecificationEndpoints } from './catalog/admin-specification.ts'
import { adminSubcategoryEndpoints } from './catalog/admin-subcategory.ts'
import {
  forgotPassword,
  getSession,
  login,
  logout,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './people/auth.ts'
import { getBanners } from './catalog/banner.ts'
import { dataExportEndpoints } from './data-export.ts'
import { reconciliationEndpoints } from './reconciliation.ts'
import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from './orders/cart.ts'
import { discardSavedLine, getSavedLines, restoreLine, saveLine } from './orders/saved-line.ts'
import { findGuestOrder, openOrderAccount, orderAgain } from './orders/shopper-order.ts'
import { getCategories, getSubcategories } from './catalog/category.ts'
import { getCheckout } from './orders/checkout.ts'
import { getPostalCode } from './orders/delivery/postal-code.ts'
import { getDelivery } from './orders/delivery/delivery.ts'
import { getCollections, resolveSlug } from './catalog/collection.ts'
import {
  deleteComment,
  getComments,
  getOwnVotes,
  postComment,
  reportComment,
  updateComment,
  voteForComment,
} from './people/comment.ts'
import {
  getAdminComment,
  getAdminComments,
  moderateComment,
  moderateComments,
} from './people/comment-moderation.ts'
import { unsubscribe } from './people/review-request.ts'
import { questionEndpoints } from './people/question.ts'
import { getContentPage } from './content/content-page.ts'
import { createCoupon, deleteCoupon, getCoupon, getCoupons, updateCoupon } from './orders/coupon.ts'
import {
  addCustomerNote,
  deleteCustomerNote,
  getCustomer,
  getCustomers,
  updateCustomer,
} from './people/customer.ts'
import type { Endpoint } from './endpoint.ts'
import {
  getHomeSettings,
  getStorefront,
  updateFooter,
  updateSections,
  updateTagline,
} from './content/home.ts'
import {
  acceptInvitation,
  getInvitations,
  invite,
  joinStaff,
  openInvitation,
  resendInvitation,
  withdrawInvitation,
} from './people/invitation.ts'
import {
  createProduct,
  deleteProduct,
  getNewArrivals,
  getProducts,
  getRelatedProducts,
  updateProduct,
} from './catalog/product.ts'
import { emailEndpoints } from './email.ts'
import { orderEndpoints } from './orders/order.ts'
import { paymentEndpoints } from './orders/payment.ts'
import { refundEndpoints } from './orders/refund.ts'
import { previewDescription } from './catalog/product-description.ts'
import {
  getSettings,
  updateCheckout,
  updateInvoice,
  updateRetention,
  updateReturns,
  updateReviews,
  updateNotifications,
  updatePayment,
  updateShipping,
  updateTax,
} from './settings.ts'
import { createRole, deleteRole, getRole, getRoles, updateRole } from './people/role.ts'
import { getShop } from './shop.ts'
import { getShopSettings, updateCurrency, updateShopSettings } from './shop-settings.ts'
import { bestSellerEndpoints } from './catalog/best-seller.ts'
import { searchReportEndpoints } from './search/search-report.ts'
import { searchWordEndpoints } from './search/search-words.ts'
import { getSpecifications } from './catalog/specification.ts'
import { getSuggestions } from './search/suggestion.ts'
import { getStaff, getStaffMember, removeStaff, updateStaff } from './people/staff.ts'
import { stockEndpoints } from './catalog/stock.ts'
import {
  createWishlist,
  deleteWishlist,
  getSharedWishlist,
  getWishlist,
  shareWishlist,
  unshareWishlist,
} from './people/wishlist.ts'

/** Every call of the API. A test holds this list against what the server has mounted. */
export const endpoints: readonly Endpoint[] = [
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
  getComments,
  postComment,
  updateComment,
  deleteComment,
  reportComment,
  voteForComment,
  getOwnVotes,
  unsubscribe,
  ...questionEndpoints,
  getAdminComments,
  getAdminComment,
  moderateComment,
  moderateComments,
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
  updateCheckout,
  updateInvoice,
  updateRetention,
  updateReviews,
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
  ...reconciliationEndpoints,
  ...dataExportEndpoints,
  ...reportEndpoints,
  ...searchWordEndpoints,
  ...searchReportEndpoints,
  ...bestSellerEndpoints,
  getCheckout,
  getPostalCode,
  getDelivery,
  ...orderEndpoints,
  ...adminOrderEndpoints,
  ...paymentEndpoints,
  ...refundEndpoints,
  login,
  register,
  logout,
  getSession,
  forgotPassword,
  resetPassword,
  verifyEmail,
  resendVerification,
  getAccount,
  updateAccount,
  deleteImage,
  changePassword,
  getSessions,
  deleteSession,
  deleteSessions,
  getAddresses,
  createAddress,
  updateAddress,
  deleteAddress,
  exportAccount,
  deleteAccount,
  getCoupons,
  getCoupon,
  createCoupon,
  updateCoupon,
  deleteCoupon,
  getCustomers,
  getCustomer,
  updateCustomer,
  addCustomerNote,
  deleteCustomerNote,
  getRoles,
  getRole,
  createRole,
  updateRole,
  deleteRole,
  getStaff,
  getStaffMember,
  updateStaff,
  ...stockEndpoints,
  removeStaff,
  getInvitations,
  invite,
  resendInvitation,
  withdrawInvitation,
  openInvitation,
  acceptInvitation,
  joinStaff,
  getCarts,
  findGuestOrder,
  orderAgain,
  openOrderAccount,
  getSavedLines,
  saveLine,
  restoreLine,
  discardSavedLine,
  addToCart,
  updateCart,
  deleteCarts,
  getCartSummary,
  getWishlist,
  createWishlist,
  deleteWishlist,
  shareWishlist,
  unshareWishlist,
  getSharedWishlist,
]
