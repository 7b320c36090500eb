/** What loaders read and return. For the server only: no component of the storefront may import it. */
export { data, redirect, type RouterContextProvider } from 'react-router'

/** Whether a call was refused for what it asks, so that asking again brings the same answer. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
