import { useEffect, useState } from 'react'
import { useShop } from '#web/data/shop.ts'
import { Link } from '#web/lib/navigation/navigation.ts'
import { listKeptPages, type KeptPage } from '#web/lib/offline/kept-pages.ts'

/** The last visited pages that open without a connection, except the one at `besides`. */
export function KeptPages({ besides }: { besides: string }) {
  const { name } = useShop()
  const [pages, setPages] = useState<KeptPage[]>([])
  useEffect(() => {
    void listKeptPages().then(setPages, () => {
      // The browser forbids storage.
    })
  }, [])
  const others = pages.filter(({ url }) => url !== besides)
  if (others.length === 0) return null
  return (
    <nav aria-labelledby="kept-pages" className="mt-14">
      <h2 id="kept-pages" className="font-display text-2xl">
        Pages you can open now
      </h2>
      <ul className="mt-4">
        {others.map(({ url, title }) => (
          <li key={url} className="border-t border-line last:border-b">
            <Link to={url} className="block py-3.5 wrap-anywhere underline-offset-4 hover:underline">
              {title.replace(` · ${name}`, '')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
