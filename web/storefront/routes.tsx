import type { ComponentType } from 'react'
import {
  useActionData,
  useLoaderData,
  useParams,
  useRouteError,
  type ActionFunction,
  type LoaderFunction,
  type RouteObject,
} from 'react-router'
import { topLevelPages } from '#contract/links.ts'
import * as account from './account/account.route.tsx'
import * as cart from './cart/cart.route.tsx'
import * as allCategories from './categories/all-categories.route.tsx'
import * as categories from './categories/categories.route.tsx'
import * as categoryOrCollection from './categories/category-or-collection.route.tsx'
import * as checkout from './checkout/checkout.route.tsx'
import * as compare from './compare/compare.route.tsx'
import * as continued from './continue/continue.route.tsx'
import * as contentPage from './content-page/content-page.route.tsx'
import * as forms from './form-pages.tsx'
import * as home from './home/home.route.tsx'
import { ErrorPage } from './layout/error-page.tsx'
import { layoutId } from './layout/layout-id.ts'
import * as layout from './layout/layout.route.tsx'
import * as root from './layout/root.route.tsx'
import * as notFound from './not-found/not-found.route.tsx'
import * as offline from './offline/offline.route.tsx'
import * as order from './order/order.route.tsx'
import * as product from './product/product.route.tsx'
import * as products from './products/products.route.tsx'
import * as profile from './profile/profile.route.tsx'
import * as returnItems from './returns/return.route.tsx'
import * as search from './search/search.route.tsx'
import * as subcategory from './subcategory/subcategory.route.tsx'
import * as sharedWishlist from './wishlist/shared-wishlist.route.tsx'
import * as wishlist from './wishlist/wishlist.route.tsx'
import * as withdrawal from './withdrawal/withdrawal.route.tsx'

/** The module of a route. */
interface RouteModule {
  /** Each has the arguments and the data of its own route. */
  loader?: (args: never) => unknown
  action?: (args: never) => unknown
  default: ComponentType<never>
  ErrorBoundary?: ComponentType<{ error: unknown }>
}

/** All pages of the storefront. Only the server knows them. Paths match in any case; canonical ones are lower case. */
export const routes: RouteObject[] = [
  {
    ...route(undefined, root),
    children: [
      {
        id: layoutId,
        ...route(undefined, layout),
        children: [
          {
            // A page that fails leaves the frame as it is.
            ErrorBoundary: withError(ErrorPage),
            children: [
              route('/', home),
              route('/allcategories', allCategories),
              route('/categories', categories),
              route('/categories/:slug', categoryOrCollection),
              route('/subcategory/:id', subcategory),
              route('/products', products),
              route('/products/:categoryId/:subcategoryId', products),
              route('/product-details/:productId/:categoryId?', product),
              route('/login', forms.login),
              route('/signup', forms.signup),
              route('/forget-password', forms.forgotPassword),
              route('/reset-password', forms.resetPassword),
              route('/accept-invite', forms.acceptInvite),
              route('/unsubscribe', forms.unsubscribe),
              route('/verify-email', forms.verifyEmail),
              route('/profile', profile),
              route('/account', account),
              route('/compare', compare),
              route('/search', search),
              route('/offline', offline),
              route('/cart', cart),
              route('/checkout', checkout),
              route('/continue/:id', continued),
              route('/orders', forms.findOrder),
              route('/orders/:number', order),
              route('/orders/:number/return', returnItems),
              route('/withdrawal', withdrawal),
              route('/wishlist', wishlist),
              route('/wishlists/:token', sharedWishlist),
              // Content pages; the path is the slug.
              ...topLevelPages.map((path) => route(`/${path}`, contentPage)),
              route('/pages/*', contentPage),
              route('/*', notFound),
            ],
          },
        ],
      },
    ],
  },
]

function route(path: string | undefined, module: RouteModule): Exclude<RouteObject, { index: true }> {
  const { loader, action, default: Page, ErrorBoundary } = module
  return {
    ...(path !== undefined && { path }),
    ...(loader && { loader: loader as LoaderFunction }),
    ...(action && { action: action as ActionFunction }),
    Component: withData(Page),
    ...(ErrorBoundary && { ErrorBoundary: withError(ErrorBoundary) }),
  }
}

function withData(Page: ComponentType<never>) {
  const Any = Page as ComponentType<{ loaderData: unknown; actionData: unknown; params: unknown }>
  return function RoutedPage() {
    return <Any loaderData={useLoaderData()} actionData={useActionData()} params={useParams()} />
  }
}

function withError(Boundary: ComponentType<{ error: unknown }>) {
  return function RoutedError() {
    return <Boundary error={useRouteError()} />
  }
}
