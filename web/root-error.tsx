import { isRouteErrorResponse } from 'react-router'

/** The error page if even the shop could not be loaded. */
export function RootError({ error }: { error: unknown }) {
  const isUnavailable = isRouteErrorResponse(error) && error.status === 503
  return (
    <main className="mx-auto max-w-prose px-4 py-24">
      <title>Something went wrong</title>
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-4xl">
        {isUnavailable ? 'We’ll be right back' : 'Something went wrong'}
      </h1>
      <p className="mt-4">Something went wrong on our end. Your cart is safe. Please try again.</p>
      <p className="mt-8">
        <a className="underline" href="">
          Try again
        </a>
      </p>
    </main>
  )
}
