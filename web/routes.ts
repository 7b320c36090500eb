import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { ownAddressPages } from '../contract/links.ts'

/** Parts of the dashboard that have nothing to show before there are orders. */
const withOrders = [
  'dashboard/orders',
  'dashboard/orders/pending',
  'dashboard/orders/completed',
  'dashboard/orders/cancelled',
  'dashboard/reports',
  'dashboard/coupons',
]

/** Every address of the product. Addresses match in any case; the canonical one is lower case. */
export default [
  layout('storefront/layout/layout.route.tsx', [
    index('storefront/home/home.route.tsx'),
    route('allcategories', 'storefront/categories/all-categories.route.tsx'),
    route('categories', 'storefront/categories/categories.route.tsx'),
    route('categories/:slug', 'storefront/categories/browse.route.tsx'),
    route('subcategory/:id', 'storefront/subcategory/subcategory.route.tsx'),
    route('products', 'storefront/products/products.route.tsx', { id: 'products' }),
    route('products/:categoryId/:subcategoryId', 'storefront/products/products.route.tsx', {
      id: 'products-of-subcategory',
    }),
    route('product-details/:productId/:categoryId?', 'storefront/product/product.route.tsx'),
    route('login', 'storefront/login/login.route.tsx'),
    route('signup', 'storefront/signup/signup.route.tsx'),
    route('forget-password', 'storefront/forgot-password/forgot-password.route.tsx'),
    route('reset-password', 'storefront/reset-password/reset-password.route.tsx'),
    route('accept-invite', 'storefront/accept-invite/accept-invite.route.tsx'),
    route('verify-email', 'storefront/verify-email/verify-email.route.tsx'),
    route('profile', 'storefront/profile/profile.route.tsx'),
    route('account', 'storefront/account/account.route.tsx'),
    route('search', 'storefront/search/search.route.tsx'),
    route('cart', 'storefront/cart/cart.route.tsx'),
    route('wishlist', 'storefront/wishlist/wishlist.route.tsx'),
    route('wishlists/:token', 'storefront/wishlist/shared-wishlist.route.tsx'),
    // Texts that staff write; the address is the slug.
    ...ownAddressPages.map((path) =>
      route(path, 'storefront/content-page/content-page.route.tsx', { id: path }),
    ),
    route('pages/*', 'storefront/content-page/content-page.route.tsx', { id: 'pages' }),
    route('*', 'storefront/not-found/not-found.route.tsx'),
  ]),
  layout('dashboard/layout/layout.route.tsx', [
    route('dashboard', 'dashboard/overview/overview.route.tsx'),
    ...withOrders.map((path) => route(path, 'dashboard/later/later.route.tsx', { id: path })),
    route('dashboard/all-products', 'dashboard/products/all-products.route.tsx'),
    route('dashboard/add-product', 'dashboard/products/add-product.route.tsx'),
    route('dashboard/products/:id', 'dashboard/products/edit-product.route.tsx'),
    route('dashboard/audit', 'dashboard/audit/audit.route.tsx'),
    route('dashboard/categories', 'dashboard/categories/categories.route.tsx'),
    route('dashboard/sub-categories', 'dashboard/sub-categories/sub-categories.route.tsx'),
    route('dashboard/specifications', 'dashboard/specifications/specifications.route.tsx'),
    route('dashboard/customers', 'dashboard/customers/customers.route.tsx'),
    route('dashboard/customers/:id', 'dashboard/customers/customer.route.tsx'),
    route('dashboard/user-roles', 'dashboard/user-roles/user-roles.route.tsx'),
    route('dashboard/comments', 'dashboard/comments/comments.route.tsx'),
    route('dashboard/pages', 'dashboard/pages/pages.route.tsx'),
    route('dashboard/pages/:id', 'dashboard/pages/page.route.tsx'),
    route('dashboard/mails', 'dashboard/mails/mails.route.tsx'),
    route('dashboard/settings', 'dashboard/settings/shop.route.tsx'),
    route('dashboard/settings/home', 'dashboard/settings/home.route.tsx'),
    route('dashboard/settings/currency', 'dashboard/settings/currency.route.tsx'),
    route('dashboard/settings/tax', 'dashboard/settings/tax.route.tsx'),
    route('dashboard/settings/shipping', 'dashboard/settings/shipping.route.tsx'),
    route('dashboard/settings/payment', 'dashboard/settings/payment.route.tsx'),
    route('dashboard/settings/notifications', 'dashboard/settings/notifications.route.tsx'),
    route('dashboard/banner', 'dashboard/banner/banner.route.tsx'),
    route('dashboard/collections', 'dashboard/collections/collections.route.tsx'),
    route('dashboard/collections/:id', 'dashboard/collections/collection.route.tsx'),
    route('dashboard/*', 'dashboard/later/not-found.route.tsx'),
  ]),
] satisfies RouteConfig
