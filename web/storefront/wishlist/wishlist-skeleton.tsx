import { wishlistColumns } from './wishlist-columns.ts'

/** The room that a wishlist will take, with the words of the wait. */
export function WishlistSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div aria-hidden="true" className={wishlistColumns}>
        {[0, 1, 2, 3].map((card) => (
          <div key={card}>
            <div className="aspect-square rounded-xs bg-ground" />
            <div className="mt-3 h-5 w-3/4 rounded-xs bg-ground" />
            <div className="mt-2 h-5 w-1/3 rounded-xs bg-ground" />
          </div>
        ))}
      </div>
    </div>
  )
}
