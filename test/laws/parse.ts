import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import type { ArrowFunctionExpression, Class, Expression, Function, ParamPattern } from 'oxc-parser'

/** What the laws ask about one program file. */
export interface Source {
  /** From the root of the project. */
  path: string
  /** Static, dynamic and type imports and re-exports: a path from the root, or the name of a package. */
  imports: string[]
  classes: Class[]
  functions: { name: string; params: ParamPattern[] }[]
}

/** Parses a program; throws where its syntax is broken, since a law cannot judge what it cannot read. */
export function parse(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`)
  const imports: string[] = []
  const classes: Class[] = []
  const functions: Source['functions'] = []
  const called = (node: Function | ArrowFunctionExpression) =>
    void functions.push({ name: node.id?.name ?? 'a function', params: node.params })
  const seen = ({ source }: { source: Expression | null }) => {
    if (source?.type === 'Literal' && typeof source.value === 'string')
      imports.push(resolve(path, source.value))
  }
  new Visitor({
    ImportDeclaration: seen,
    ExportNamedDeclaration: seen,
    ExportAllDeclaration: seen,
    ImportExpression: seen,
    TSImportType: seen,
    ClassDeclaration: (node) => void classes.push(node),
    ClassExpression: (node) => void classes.push(node),
    FunctionDeclaration: called,
    FunctionExpression: called,
    ArrowFunctionExpression: called,
  }).visit(program)
  return { path, imports, classes, functions }
}

/** Subpath imports (`#server/…`) and relative ones become paths from the root; packages stay as they are. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier
}
