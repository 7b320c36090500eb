/** A placeholder in the size of the loading content. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-pulse rounded-xs bg-ground motion-reduce:animate-none noscript:hidden ${className}`}
    />
  )
}
