import { Skeleton } from '../../ui/skeleton.tsx'

/** The room that the checkout will take. */
export function CheckoutSkeleton() {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <div className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-64" />
        <Skeleton className="h-[36rem]" />
      </div>
      <Skeleton className="hidden h-96 lg:block" />
    </div>
  )
}
