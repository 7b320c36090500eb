import { describe, expect, it } from 'vitest'
import { programs, projectFiles, read } from '#test/project-files.ts'

interface RetiredTerm {
  /** Matches the term in text whose identifiers are split into words: `pageMarks` is "page Marks". */
  pattern: RegExp
  instead: string
  /** Matches compound names and paths alone: prose and single words may have the everyday meaning. */
  inNames?: boolean
  /** Files in which the word has its everyday meaning, or a name of the contract or of SQL. */
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
  {
    pattern: /\bparcels?\b/i,
    instead: 'shipment, package',
    // A field of EasyPost.
    except: [
      'server/modules/carriers/labels/easypost-label.test.ts',
      'server/platform/carriers/easypost/answers.ts',
      'server/platform/carriers/easypost/easypost.ts',
      'test/harness/services/carriers/easypost-server.ts',
    ],
  },
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
    pattern: /\bkept\b/i,
    inNames: true,
    instead: 'stored, cached, retained',
    except: [
      // `isKept` of a backup, the finding `kept_money`, a field of the checkout form and an index.
      'client/calls.ts',
      'contract/backup/backup.ts',
      'docs/openapi.json',
      'docs/schema.sql',
      'server/db/migrations/018_import_attempts.sql',
      'server/modules/backup/backup.queries.ts',
      'server/modules/backup/backup.routes.test.ts',
      'server/modules/orders/payments/payment-matrix.test.ts',
      'server/modules/reconciliation/integrity-checks.ts',
      'server/modules/reconciliation/reconciliation.test.ts',
      'web/dashboard/backups/backup-item.tsx',
      'web/storefront/checkout/checkout-body.ts',
      'web/storefront/checkout/checkout-body.test.ts',
      // To be renamed.
      'contract/visible-text.ts',
      'server/modules/catalog/products/editing/product-input.rules.ts',
      'test/e2e/dashboard/drafts.test.ts',
      'test/e2e/all-pages/offline.test.ts',
    ],
  },
  { pattern: /\bfronts?\b/i, inNames: true, instead: 'fast path, first, current' },
  {
    pattern: /\btick(s|ed|ing)?\b/i,
    inNames: true,
    instead: 'version counter',
    // The axis of a chart has ticks.
    except: ['web/dashboard/reports/bar-chart.tsx', 'web/dashboard/reports/bar-chart.test.ts'],
  },
  { pattern: /(?<!\b(in|single) )\bflights?\b/i, instead: 'in-flight request, pending' },
  {
    pattern: /\btold\b/i,
    instead: 'notified',
    // To be renamed; the first is a text of the archive.
    except: [
      'server/modules/export/shop/archive-tables.queries.ts',
      'bench/baseline/start.test.ts',
      'contract/orders/manual-order.ts',
      'server/modules/catalog/products/listing/sale.test.ts',
      'server/modules/orders/placing/uncounted-stock.test.ts',
      'server/modules/orders/returns/staff-return.writes.ts',
      'test/harness/processes/worker-connections.ts',
      'test/harness/schema/plans.ts',
      'test/harness/services/stripe-server.ts',
      'test/start.test.ts',
    ],
  },
  {
    pattern: /\bsaid\b/i,
    instead: 'announced, shown, the name of the value',
    // To be renamed.
    except: [
      'bench/search/methods.ts',
      'test/e2e/dashboard/catalog/content.test.ts',
      'test/e2e/dashboard/catalog/products.test.ts',
      'test/processes.test.ts',
    ],
  },
  {
    pattern: /\bpatien(ce|t)\b/i,
    instead: 'timeoutMs',
    // To be renamed.
    except: ['server/db/client/limited-pool.test.ts', 'test/start.test.ts'],
  },
  {
    pattern: /\bpictures?\b/i,
    instead: 'image',
    // A heading of suppliers, the HTML element, and texts of customers.
    except: [
      'bench/search/trades/rules.md',
      'server/modules/imports/products/formats/own-format.ts',
      'test/e2e/storefront/buyer-comments.test.ts',
      'web/ui/image.tsx',
      'web/ui/missing-images.tsx',
    ],
  },
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

/** The path and the compound names of a line: `isKept`, `kept_at` and `kept-pages`, but not "the page is kept". */
const namesIn = (line: string) =>
  line.match(/[A-Za-z]\w*(-[A-Za-z]\w*)+|[A-Za-z]\w*(_[A-Za-z]|[A-Z])\w*/g) ?? []

/** Whether a text uses a term. A term with `inNames` counts in compound names alone. */
function isUsed({ pattern, inNames }: RetiredTerm, text: string): boolean {
  const searched = inNames ? namesIn(text) : [text]
  return searched.some((part) => pattern.test(splitWords(part)))
}

const files = projectFiles([...programs, '.css', '.sql', '.md', '.json', '.tsv', '.html']).filter(
  (path) => ![...catalogTexts, renamingRecord, thisFile].includes(path),
)
const texts = files.map((path) => ({ path, lines: [path, ...read(path).split('\n')] }))

function uses(term: RetiredTerm): string[] {
  return texts
    .filter(({ path }) => !term.except?.includes(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, number) =>
        isUsed(term, line) ? [`${path}:${number} ${line.trim().slice(0, 100)}`] : [],
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
    const matches = (text: string) => retiredTerms.filter((term) => isUsed(term, text))
    for (const text of [
      'pageMarks',
      'a_book_keeper',
      'test/journeys/cart.ts',
      'Rendered anew.',
      'wordsOf(x)',
      'isKept',
      'kept_at',
      'web/data/kept-pages.ts',
      'isInFront',
      'lastTick',
      'flights.get(key)',
      'The customer is told the total.',
      'Nothing is said about it.',
      'PATIENCE_MS',
      'the pictures of a product',
    ])
      expect(matches(text), text).not.toEqual([])
    for (const text of ['inFlight', 'the page is kept', 'in front of the shop', 'storefront-page.tsx'])
      expect(matches(text), text).toEqual([])
  })
})
