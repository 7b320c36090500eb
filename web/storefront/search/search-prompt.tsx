import { links } from '#contract/links.ts'
import { SearchForm } from '../top-bar/search-form.tsx'

/** The search form of an empty page: before a search, or after one without results. */
export function SearchPrompt({ q, correctedQuery }: { q: string; correctedQuery: string | undefined }) {
  return (
    <div className="flex flex-col items-center gap-8 rounded-xs bg-ground px-4 py-12 text-center sm:py-16">
      {q && <EmptyShelf />}
      <div>
        <p role="status" className="font-display text-xl sm:text-2xl">
          {q ? 'No products found' : 'What are you looking for?'}
        </p>
        <p className="mt-2 text-quiet">
          {q ? 'Check the spelling or try a more general term.' : 'Try “mug”, “lamp” or “oak”.'}
        </p>
        {correctedQuery && (
          <p className="mt-4 text-lg wrap-anywhere">
            Did you mean{' '}
            <a
              href={links.search(correctedQuery)}
              className="inline-block py-0.5 font-medium underline underline-offset-4 hover:decoration-2"
            >
              {correctedQuery}
            </a>
            ?
          </p>
        )}
      </div>
      <SearchForm key={q} label={q ? 'Search again' : 'Search products'} className="w-full max-w-md" />
    </div>
  )
}

function EmptyShelf() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 220 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-48 max-w-full text-edge"
    >
      <path d="M10 96h200M34 96v14M186 96v14" />
      <path d="M62 96V66c0-4 2-6 6-6h16c4 0 6 2 6 6v30" strokeDasharray="4 5" />
      <path d="M108 96c-9 0-14-7-14-15h34c0 8-5 15-14 15Z" transform="translate(8 0)" strokeDasharray="4 5" />
      <path d="M160 96V60m0 0-18-26h36l-18 26Z" strokeDasharray="4 5" />
    </svg>
  )
}
