import { Link } from 'react-router'
import type { FeedProblem, Feeds } from '#contract/feeds/feeds.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { problemEffects, problemLabels } from './feed-labels.ts'

const feedLabels: Record<Feeds['feeds'][number]['name'], string> = {
  google: 'Google Merchant Center (XML)',
  meta: 'Facebook and Instagram catalogue of Meta (CSV)',
  openai: 'ChatGPT by OpenAI (JSON lines)',
}

interface FeedSummaryProps extends Feeds {
  /** The list of the products with a problem. */
  hrefOf(problem: FeedProblem): string
}

/** The addresses of the feeds, and how many products have each problem. */
export function FeedSummary({ feeds, products, items, problems, hrefOf }: FeedSummaryProps) {
  const found = problems.filter((problem) => problem.products > 0)
  return (
    <>
      <div className="mt-6 grid gap-4">
        {feeds.map(({ name, url }) => (
          <CopyField key={name} label={feedLabels[name]} text={url} noun="address" />
        ))}
      </div>
      <p className="mt-6">
        Each feed has {count(items, 'item')} of {count(products, 'product')}: one for each variant.
      </p>
      {found.length > 0 && (
        <ul aria-label="Problems" className="mt-6 grid max-w-4xl gap-3">
          {found.map(({ problem, products: affected }) => (
            <li key={problem} className="rounded-xs border border-line bg-card p-4">
              <p className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">{problemLabels[problem]}</span>
                <Link to={hrefOf(problem)} preventScrollReset className="underline underline-offset-4">
                  {count(affected, 'product')}
                  <span className="sr-only"> with this problem: {problemLabels[problem]}</span>
                </Link>
              </p>
              <p className="mt-1 text-quiet">{problemEffects[problem]}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const count = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`
