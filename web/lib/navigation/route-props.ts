import type { ComponentType } from 'react'

// React Router's compiler wraps the components of route modules so that they read their props from its context. In the
// storefront vite.config.ts resolves these imports to this file: PageRoutes passes the props itself.

const unchanged = <T>(component: ComponentType<T>) => component

export {
  unchanged as UNSAFE_withComponentProps,
  unchanged as UNSAFE_withErrorBoundaryProps,
  unchanged as UNSAFE_withHydrateFallbackProps,
}
