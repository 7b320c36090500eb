/** A placeholder in the size of a wishlist. */
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

export const wishlistColumns =
  'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-12'
