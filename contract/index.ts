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
} from './account.ts'
import { reportEndpoints } from './report.ts'
import { getAudit, getAuditFilters, undoAudit } from './audit.ts'
import { createPage, deletePage, getAdminPage, getAdminPages, previewPage, updatePage } from './admin-page.ts'
import {
  bulkProducts,
  duplicateProduct,
  getAdminProduct,
  getAdminProducts,
  patchProduct,
  uploadImage,
} from './admin-product.ts'
import { adminOrderEndpoints } from './admin-order.ts'
import { adminBannerEndpoints } from './admin-banner.ts'
import { adminCategoryEndpoints } from './admin-category.ts'
import { adminCollectionEndpoints } from './admin-collection.ts'
import { adminSpecificationEndpoints } from './admin-specification.ts'
import { adminSubcategoryEndpoints } from './admin-subcategory.ts'
import {
  forgotPassword,
  getSession,
  login,
  logout,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './auth.ts'
import { getBanners } from './banner.ts'
import { requestReconciliation, getReconciliation } from './reconciliation.ts'
import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from './cart.ts'
import { getCategories, getSubcategories } from './category.ts'
import { getCheckout } from './checkout.ts'
import { getCollections, resolveSlug } from './collection.ts'
import {
  deleteComment,
  getAdminComment,
  getAdminComments,
  getComments,
  moderateComment,
  moderateComments,
  postComment,
  reportComment,
  updateComment,
} from './comment.ts'
import { getContentPage } from './content-page.ts'
import { createCoupon, deleteCoupon, getCoupon, getCoupons, updateCoupon } from './coupon.ts'
import { addCustomerNote, deleteCustomerNote, getCustomer, getCustomers, updateCustomer } from './customer.ts'
import type { Endpoint } from './endpoint.ts'
import { getHomeSettings, getStorefront, updateFooter, updateSections, updateTagline } from './home.ts'
import {
  acceptInvitation,
  getInvitations,
  invite,
  joinStaff,
  openInvitation,
  resendInvitation,
  withdrawInvitation,
} from './invitation.ts'
import {
  createProduct,
  deleteProduct,
  getNewArrivals,
  getProducts,
  getRelatedProducts,
  updateProduct,
} from './product.ts'
import { getEmail, getEmails, getEmailTemplates, resendEmail, sendTestEmail } from './email.ts'
import { orderEndpoints } from './order.ts'
import { paymentEndpoints } from './payment.ts'
import { refundEndpoints } from './refund.ts'
import { previewDescription } from './product-description.ts'
import {
  getSettings,
  updateCheckout,
  updateInvoice,
  updateNotifications,
  updatePayment,
  updateShipping,
  updateTax,
} from './settings.ts'
import { createRole, deleteRole, getRole, getRoles, updateRole } from './role.ts'
import { getShop } from './shop.ts'
import { getShopSettings, updateCurrency, updateShopSettings } from './shop-settings.ts'
import { bestSellerEndpoints } from './best-seller.ts'
import { searchReportEndpoints } from './search-report.ts'
import { searchWordEndpoints } from './search-words.ts'
import { getSpecifications } from './specification.ts'
import { getSuggestions } from './suggestion.ts'
import { getStaff, getStaffMember, removeStaff, updateStaff } from './staff.ts'
import { stockEndpoints } from './stock.ts'
import {
  createWishlist,
  deleteWishlist,
  getSharedWishlist,
  getWishlist,
  shareWishlist,
  unshareWishlist,
} from './wishlist.ts'

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
  getAdminComments,
  getAdminComment,
  moderateComment,
  moderateComments,
  getAudit,
  getAuditFilters,
  undoAudit,
  getEmails,
  getEmail,
  ...adminBannerEndpoints,
  ...adminCategoryEndpoints,
  ...adminCollectionEndpoints,
  ...adminSpecificationEndpoints,
  ...adminSubcategoryEndpoints,
  resendEmail,
  getEmailTemplates,
  sendTestEmail,
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
  getReconciliation,
  requestReconciliation,
  ...reportEndpoints,
  ...searchWordEndpoints,
  ...searchReportEndpoints,
  ...bestSellerEndpoints,
  getCheckout,
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
