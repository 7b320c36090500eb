/** The room that a cart will take, with the words of the wait. */
export function CartSkeleton() {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
      <div>
        {[0, 1].map((row) => (
          <div key={row} className="flex gap-4 border-t border-line py-6 sm:gap-6">
            <div className="size-24 shrink-0 rounded-xs bg-ground sm:size-32" />
            <div className="grow space-y-3 pt-1">
              {row === 0 ? (
                <p role="status" className="h-5 text-quiet">
                  Loading...
                </p>
              ) : (
                <div className="h-5 w-2/3 rounded-xs bg-ground" />
              )}
              <div className="h-5 w-1/4 rounded-xs bg-ground" />
              <div className="h-12 w-36 rounded-xs bg-ground" />
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-10 h-96 rounded-xs bg-ground lg:mt-0" />
    </div>
  )
}
