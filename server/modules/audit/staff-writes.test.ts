import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { projectFiles, read } from '#test/project-files.ts'

/** Staff endpoints other than GET that change nothing. */
const changeNothing = [
  'POST admin/description-preview',
  'POST admin/pages/preview',
  'POST admin/reconciliation/check',
]
/** Functions that receive a writer but whose caller records the entry, or whose write is not one of the dashboard. */
const recordNothing = [
  'asOneJob',
  'createComment',
  'deliverOrder',
  'insertFullRefund',
  'insertRefund',
  'recordManualPayment',
  'refundRemaining',
  'requireVersion',
  'writeTransition',
]

const files = projectFiles(['.ts']).filter(
  (path) => path.startsWith('server/modules/') && !path.endsWith('.test.ts'),
)

interface FunctionSource {
  name: string
  text: string
  /** Whether it takes a `WriteContext`. */
  takesWriter: boolean
}

const functions: FunctionSource[] = []
/** Handlers by the name of their endpoint. */
const handlers = new Map<string, string>()
for (const path of files) {
  const text = read(path)
  const { program } = parseSync(path, text)
  const of = (node: { start: number; end: number }) => text.slice(node.start, node.end)
  /** Exported names of imports by their local names. */
  const imports = new Map<string, string>()
  new Visitor({
    ImportSpecifier({ imported, local }) {
      if (imported.type === 'Identifier') imports.set(local.name, imported.name)
    },
    FunctionDeclaration(node) {
      const head = text.slice(node.start, node.body?.start ?? node.end)
      functions.push({
        name: node.id?.name ?? '',
        text: of(node),
        takesWriter: /: WriteContext\b/.test(head),
      })
    },
    VariableDeclarator(node) {
      if (node.id.type === 'Identifier' && node.init?.type === 'ArrowFunctionExpression')
        functions.push({
          name: node.id.name,
          text: of(node),
          takesWriter: /: WriteContext\b/.test(of(node).split('=>')[0] ?? ''),
        })
    },
    CallExpression(node) {
      const [endpoint, handler] = node.arguments
      if (node.callee.type !== 'Identifier' || !/^(personalRoute|route)$/.test(node.callee.name)) return
      const name = endpoint && /(\w+)$/.exec(of(endpoint))?.[1]
      if (name && handler) handlers.set(imports.get(name) ?? name, of(handler))
    },
  }).visit(program)
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
  expect(
    writing
      .filter(({ text }) => !callsOne(text, recording))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(recordNothing)
})
