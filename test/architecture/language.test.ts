import { describe, expect, it } from 'vitest'
import { programs, projectFiles, read } from '#test/project-files.ts'

interface RetiredTerm {
  /** Matches the term in text whose identifiers are split into words: `pageMarks` is "page Marks". */
  pattern: RegExp
  instead: string
  /** Files in which the word has its everyday meaning. */
  except?: string[]
}

/** Product texts and generated words: people write them, and shelves and keepers are goods there. */
const catalogTexts = [
  'demo/catalog.json',
  'demo/vocabulary.json',
  'bench/search/judgments.tsv',
  ...['dev', 'test', 'queries'].map((name) => `bench/search/trades/${name}.tsv`),
]
const renamingRecord = 'docs/decisions/021-language.md'
const thisFile = 'test/architecture/language.test.ts'

/** Terms of the first version that docs/decisions/021-language.md replaces. */
const retiredTerms: RetiredTerm[] = [
  { pattern: /\bjourneys?\b/i, instead: 'end-to-end test' },
  { pattern: /\bbook ?keep(er|ing)s?\b/i, instead: 'reconciliation' },
  {
    pattern: /\bshelves\b/i,
    instead: 'footer links, catalog admin',
    // An irregular plural that the search must find.
    except: ['server/modules/search/query/find-products.test.ts', 'server/db/migrations/003_catalog.sql'],
  },
  { pattern: /\bmeanwhile\b/i, instead: 'edit conflict, or a sentence with "while"' },
  { pattern: /\b(clash|clashes|clashing)\b/i, instead: 'conflict' },
  { pattern: /\bkeepers?\b/i, instead: 'leader' },
  { pattern: /\bfurnish(es|ed)?\b/i, instead: 'bootstrap' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bbrooms?\b/i, instead: 'eviction' },
  { pattern: /\bpage marks?\b/i, instead: 'keyset cursors' },
  { pattern: /\banswered writes?\b/i, instead: 'idempotency key' },
  { pattern: /\b(un)?revertibles?\b/i, instead: 'undo' },
  { pattern: /\bput(s|ting)? back\b|\btak(e|es|en|ing) back\b/i, instead: 'undo, restore' },
  { pattern: /\bwords Of\b/, instead: 'labels' },
  { pattern: /\btall(y|ies|ied)\b/i, instead: 'counts' },
  { pattern: /\bled to by\b/i, instead: 'linkedFrom' },
  { pattern: /\bloose (image|picture)s?\b/i, instead: 'orphaned upload' },
  { pattern: /\bparcels?\b/i, instead: 'shipment, package' },
  { pattern: /\bpay backs?\b/i, instead: 'refund' },
  { pattern: /\bsettle by hand\b/i, instead: 'record manual payment' },
  { pattern: /\bsearched before\b/i, instead: 'recent searches' },
  { pattern: /\bin step\b/i, instead: 'cross-tab sync' },
  { pattern: /\bunsettled\b/i, instead: 'pending order' },
  { pattern: /\bguessing\b/i, instead: 'login throttling' },
  { pattern: /\bwait limit\b/i, instead: 'timeoutMs' },
  { pattern: /\btake key\b/i, instead: 'claim idempotency key' },
  { pattern: /\btold at\b/i, instead: 'notified_at' },
  { pattern: /\bplanned once\b/i, instead: 'prepared' },
  { pattern: /\btick shape\b/i, instead: 'nothing: it is gone' },
  { pattern: /\bwhoever\b/i, instead: 'customers, staff, the caller' },
  { pattern: /\bkept answers?\b/i, instead: 'cached response' },
  {
    pattern: /\bmails?\b(?! (servers?|from)\b|\.example|to:)/i,
    instead: 'email',
    // Host names, and the names of a library and of schema.org.
    except: [
      'server/config.test.ts',
      'server/platform/smtp.ts',
      'test/harness/services/smtp-server.ts',
      'web/storefront/product/structured-delivery.ts',
    ],
  },
]

/** Splits `camelCase`, `snake_case` and `kebab-case` into words. */
const splitWords = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .replace(/\s+/g, ' ')

const files = projectFiles([...programs, '.css', '.sql', '.md', '.json', '.tsv', '.html']).filter(
  (path) => ![...catalogTexts, renamingRecord, thisFile].includes(path),
)
const texts = files.map((path) => ({ path, lines: [path, ...read(path).split('\n')] }))

function uses({ pattern, except = [] }: RetiredTerm): string[] {
  return texts
    .filter(({ path }) => !except.includes(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, number) =>
        pattern.test(splitWords(line)) ? [`${path}:${number} ${line.trim().slice(0, 100)}`] : [],
      ),
    )
}

it('reads the whole project', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(texts.reduce((sum, { lines }) => sum + lines.length, 0)).toBeGreaterThan(50_000)
})

describe('retired terms are not used', () => {
  it.each(retiredTerms)('$pattern (say: $instead)', (term) => {
    expect(uses(term)).toEqual([])
  })

  it('recognises a term in identifiers, paths and sentences', () => {
    const matches = (text: string) => retiredTerms.filter(({ pattern }) => pattern.test(splitWords(text)))
    for (const text of [
      'pageMarks',
      'a_book_keeper',
      'test/journeys/cart.ts',
      'Rendered anew.',
      'wordsOf(x)',
    ])
      expect(matches(text), text).not.toEqual([])
  })
})
