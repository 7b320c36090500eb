import {
  changePassword,
  createAddress,
  deleteAccount,
  deleteAddress,
  deletePicture,
  deleteSession,
  deleteSessions,
  exportAccount,
  getAccount,
  getAddresses,
  getSessions,
  updateAccount,
  updateAddress,
} from './account.ts'
import { getAudit, getAuditFilters, revertAudit } from './audit.ts'
import { createPage, deletePage, getAdminPage, getAdminPages, previewPage, updatePage } from './admin-page.ts'
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
import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from './cart.ts'
import { getCategories, getSubcategories } from './category.ts'
import { getCollections, resolveSlug } from './collection.ts'
import {
  deleteComment,
  getAdminComments,
  getComments,
  moderateComment,
  postComment,
  reportComment,
  updateComment,
} from './comment.ts'
import { getContentPage } from './content-page.ts'
import type { Endpoint } from './endpoint.ts'
import { getHomeSettings, getStorefront, updateFooter, updateSections, updateTagline } from './home.ts'
import { getMail, getMails } from './mail.ts'
import { getNewArrivals, getProducts, getRelatedProducts } from './product.ts'
import { previewDescription } from './product-description.ts'
import { getSettings, updateNotifications, updatePayment, updateShipping, updateTax } from './settings.ts'
import { getShop } from './shop.ts'
import { getShopSettings, updateCurrency, updateShopSettings } from './shop-settings.ts'
import { getSpecifications } from './specification.ts'
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
  previewDescription,
  getSpecifications,
  getComments,
  postComment,
  updateComment,
  deleteComment,
  reportComment,
  getAdminComments,
  moderateComment,
  getAudit,
  getAuditFilters,
  revertAudit,
  getMails,
  getMail,
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
  deletePicture,
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
