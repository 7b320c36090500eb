import { wishlistColumns } from './wishlist-columns.ts'

/** The room that a wishlist will take, with the words of the wait. */
export function WishlistSkeleton() {
  return (
    <div className={wishlistColumns}>
      {[0, 1, 2, 3].map((card) => (
        <div key={card}>
          <div className="aspect-square rounded-xs bg-ground" />
          {card === 0 ? (
            <p role="status" className="mt-3 h-5 text-quiet">
              Loading...
            </p>
          ) : (
            <div className="mt-3 h-5 w-3/4 rounded-xs bg-ground" />
          )}
          <div className="mt-2 h-5 w-1/3 rounded-xs bg-ground" />
        </div>
      ))}
    </div>
  )
}
