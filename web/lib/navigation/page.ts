import type { ComponentType } from 'react'

/** A page as the server sends it: in the document, and as JSON below `pageDataPath` for navigation by script. */
export interface PageData {
  /** Version of the build that rendered it. */
  build: string
  /** The routes from the frame to the page, without the root. */
  routes: readonly PageRoute[]
  params: Readonly<Record<string, string | undefined>>
  /** What the loaders have returned, by route. */
  data: Readonly<Record<string, unknown>>
  /** What the action has returned for a posted form. */
  actionData?: unknown
  error?: PageError
}

interface PageRoute {
  id: string
  /** URL of the route's module. */
  module: string
  /** URLs of the modules that it imports. */
  imports: readonly string[]
}

/** A failed loader or page. `at` is the index of the route that shows it; -1 if even the root has failed. */
export interface PageError {
  at: number
  value: unknown
}

/** The answer of the server instead of a page. */
export interface PageRedirect {
  redirect: string
}

/** What the server answers with a status other than 2xx. */
export interface RouteError {
  status: number
  data: unknown
}

/** The part of a route's module that the browser needs. */
export interface RouteModule {
  default?: ComponentType<RouteProps>
  ErrorBoundary?: ComponentType<{ error: unknown }>
}

/** The props of a route's component. React Router's generated types say more about each. */
interface RouteProps {
  loaderData: unknown
  actionData: unknown
  params: PageData['params']
}

/** A page with the modules of its routes, in the same order. */
export interface LoadedPage {
  data: PageData
  modules: readonly RouteModule[]
}

/** Whether the server refused the page with a status, such as 404. */
export const isRouteErrorResponse = (error: unknown): error is RouteError =>
  typeof error === 'object' &&
  error !== null &&
  'data' in error &&
  'status' in error &&
  typeof error.status === 'number'
