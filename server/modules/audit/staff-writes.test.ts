import { parseSync, Visitor, type ModuleDeclaration, type Span, type Statement } from 'oxc-parser'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { projectFiles, read } from '#test/project-files.ts'

/** Staff endpoints other than GET that change nothing. */
const changeNothing = [
  'POST admin/backups',
  'POST admin/description-preview',
  'POST admin/pages/preview',
  'POST admin/reconciliation/check',
]
/**
 * Steps of several operations on an order. They receive the writer as the author of an event or a refund. The operation
 * records one entry, because staff undo and read it as a whole; shoppers and payment providers cause the same steps.
 */
const steps: Record<string, string> = {
  addEntries: 'the ledger of gift cards has its author; each action of staff records the new balance',
  emptyBalances: 'a step of expiring credit, which the shop does by itself, and of endOrderedCards',
  endOrderedCards: 'a step of refundOrder, which records the refunded amount',
  giveBackCredit: 'a step of makeRefunds; what the shop pays back later is in the timeline of the order',
  insertGiftCard: 'issueByHand records the card',
  insertGiftCards: 'a step of insertGiftCard; the cards of an order are in its timeline',
  issueCredit: 'a step of openCardAccounts',
  makeRefunds: 'a step of refundOrder, which records the refunded amount, and of refundRemaining',
  openCardAccounts: 'a step of insertGiftCards',
  spendCredit: 'a step of placing an order',
  deliverShipment: 'deliverShipmentAsStaff records the delivered package',
  deliverOrder: 'deliverAsStaff records the new status',
  endHold: 'cancelWithdrawn and releaseOrder record the decision',
  insertImportedOrders: 'the log has the import; each order has an event with the name of its writer',
  insertLabel: 'a purchase that a carrier may refuse; shipLinesAsStaff records the shipment that follows',
  insertRefund: 'refundOrder records the refunded amount',
  payByCredit: 'a step of placing an order',
  recordManualPayment: 'confirmAsStaff and deliverAsStaff record the new status',
  refundRemaining: 'a step of cancelOrder; cancelAsStaff records the new status',
  settle: 'editOrderLines, undoEdit and moveOrder record the new total',
  writeTransition: 'each action of staff records the new status',
}
/** Callers of the steps that are not the dashboard: they report what a payment provider says, or what is over. */
const ofProviders = [
  'applyPaid',
  'applyAuthorized',
  'completeCapture',
  'rejectMoney',
  'expireCredit',
  'returnDueCredit',
  'writeOrder',
]

const files = projectFiles(['.ts']).filter(
  (path) => path.startsWith('server/modules/') && !path.endsWith('.test.ts'),
)

interface FunctionSource {
  name: string
  text: string
  /** Whether it writes as somebody: it takes a transaction and a `WriteContext`. */
  takesWriter: boolean
}

const functions: FunctionSource[] = []
/** Handlers by the name of their endpoint. */
const handlers = new Map<string, string>()
for (const path of files) {
  const text = read(path)
  const { program } = parseSync(path, text)
  const kinds = [...text.matchAll(/\bconst (\w+) = recordWrites\(/g)].map(([, name]) => name)
  const recordedWrites = new RegExp(`\\b(?:${kinds.join('|')})\\.(?:create|update|remove)\\(`, 'g')
  for (const source of program.body.flatMap((node) => functionsOf(node, text))) {
    functions.push(
      kinds.length === 0 ? source : { ...source, text: source.text.replace(recordedWrites, 'record(') },
    )
  }
  const of = (node: { start: number; end: number }) => text.slice(node.start, node.end)
  /** Exported names of imports by their local names. */
  const imports = new Map<string, string>()
  new Visitor({
    ImportSpecifier({ imported, local }) {
      if (imported.type === 'Identifier') imports.set(local.name, imported.name)
    },
    CallExpression(node) {
      const [endpoint, handler] = node.arguments
      if (node.callee.type !== 'Identifier' || !/^(personalRoute|route)$/.test(node.callee.name)) return
      const name = endpoint && /(\w+)$/.exec(of(endpoint))?.[1]
      if (name && handler) handlers.set(imports.get(name) ?? name, of(handler))
    },
  }).visit(program)
}

/** The functions that a statement of a module declares. A nested function is part of the text of its parent. */
function functionsOf(statement: Statement | ModuleDeclaration, text: string): FunctionSource[] {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  const source = (name: string, { start, end }: Span, body: Span | null) => {
    const head = text.slice(start, body?.start ?? end)
    return {
      name,
      text: text.slice(start, end),
      takesWriter:
        /: Transaction\b/.test(head) && /: WriteContext\b/.test(head.replace(/\([^()]*\) =>/g, '')),
    }
  }
  if (node?.type === 'FunctionDeclaration') return [source(node.id?.name ?? '', node, node.body)]
  if (node?.type !== 'VariableDeclaration') return []
  return node.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
      ? source(id.name, init, init.body)
      : [],
  )
}

/** The names of all functions that call one of these, directly or indirectly. */
function reaching(...ends: string[]): Set<string> {
  const found = new Set(ends)
  for (let size = 0; size < found.size;) {
    size = found.size
    const calls = new RegExp(`\\b(${[...found].join('|')})\\b`)
    for (const { name, text } of functions) if (calls.test(text.replace(name, ''))) found.add(name)
  }
  return found
}
const callsOne = (text: string, names: Set<string>) =>
  new RegExp(`\\b(${[...names].join('|')})\\b`).test(text)

it('every changing staff route runs in one transaction under the caller’s name', async () => {
  const declared = new Map<Endpoint, string>()
  for (const path of projectFiles(['.ts']).filter(
    (one) => one.startsWith('contract/') && !one.endsWith('.test.ts'),
  )) {
    const exported = (await import(/* @vite-ignore */ `#${path}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) declared.set(value as Endpoint, name)
  }
  const asStaff = reaching('asStaff')
  const changing = endpoints.filter(
    ({ audience, method }) => audience.startsWith('staff') && method !== 'GET',
  )
  expect(changing.length).toBeGreaterThan(10)
  const bare = changing.filter((endpoint) => {
    const handler = handlers.get(declared.get(endpoint) ?? '')
    return !handler || !callsOne(handler, asStaff)
  })
  expect(bare.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(changeNothing)
})

it('every function that receives a writer records an audit entry', () => {
  const recording = reaching('record', 'recordAll')
  const writing = functions.filter(({ takesWriter }) => takesWriter)
  expect(writing.length).toBeGreaterThan(20)
  const silent = writing.filter(({ text }) => !callsOne(text, recording)).map(({ name }) => name)
  expect(silent.toSorted()).toEqual(Object.keys(steps).toSorted())

  const known = new Set([...recording, ...silent, ...ofProviders])
  for (const step of silent) {
    const callers = functions.filter(({ name, text }) => name !== step && callsOne(text, new Set([step])))
    expect(callers.length, step).toBeGreaterThan(0)
    expect(
      callers.map(({ name }) => name).filter((name) => !known.has(name)),
      step,
    ).toEqual([])
  }
})
