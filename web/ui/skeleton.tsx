/** Stands where something will be, in its size, while it is on its way. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-pulse rounded-xs bg-ground motion-reduce:animate-none noscript:hidden ${className}`}
    />
  )
}
