import { Link } from 'react-router'
import { links } from '#contract/links.ts'

/** Says that something else was looked for than what was typed, and leads there. */
export function Meant({ q, meant }: { q: string; meant: string }) {
  return (
    <p className="mt-3 text-lg text-pretty text-quiet wrap-anywhere">
      Nothing was found for “{q}”. These are the results for{' '}
      <Link
        to={links.search(meant)}
        className="inline-block py-0.5 font-medium text-ink underline underline-offset-4 hover:decoration-2"
      >
        {meant}
      </Link>
      .
    </p>
  )
}
