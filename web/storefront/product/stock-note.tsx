const few = 5

/** Whether it can be had, in words; the dot only repeats them. */
export function StockNote({ stock }: { stock: number }) {
  const [words, colour] =
    stock <= 0
      ? ['Sold out', 'text-danger']
      : stock <= few
        ? [`Only ${stock} left`, 'text-warning']
        : ['In stock', 'text-success']
  return (
    <p className={`mt-4 flex items-center gap-2 font-medium ${colour}`}>
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {words}
    </p>
  )
}
