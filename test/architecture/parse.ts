import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import type {
  ArrowFunctionExpression,
  Class,
  Expression,
  Function,
  ParamPattern,
  TSSignature,
  TSType,
} from 'oxc-parser'

/** The parts of a program file that rules inspect. */
export interface Source {
  /** Relative to the project root. */
  path: string
  text: string
  /** Static, dynamic and type imports and re-exports: paths from the root, or package names. */
  imports: string[]
  /** Those of the imports that remain when the types are gone. */
  loads: string[]
  classes: Class[]
  functions: ProgramFunction[]
  /** The field names of each interface and object type. */
  objectTypes: string[][]
}

/** A function with the type that it declares to return, if any. */
export interface ProgramFunction {
  name: string
  params: ParamPattern[]
  returnType: TSType | undefined
}

/** Parses a program. Throws a SyntaxError if it cannot. */
export function parse(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`)
  const imports: string[] = []
  const loads: string[] = []
  const classes: Class[] = []
  const functions: Source['functions'] = []
  const called = (node: Function | ArrowFunctionExpression) =>
    void functions.push({
      name: node.id?.name ?? 'a function',
      params: node.params,
      returnType: node.returnType?.typeAnnotation,
    })
  const objectTypes: string[][] = []
  const fields = (members: TSSignature[]) =>
    void objectTypes.push(
      members.flatMap((member) =>
        member.type === 'TSPropertySignature' && member.key.type === 'Identifier' ? member.key.name : [],
      ),
    )
  const seen = (source: Expression | null, kind: 'type' | 'value' = 'value') => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return
    imports.push(resolve(path, source.value))
    if (kind === 'value') loads.push(resolve(path, source.value))
  }
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => seen(source, importKind),
    ExportNamedDeclaration: ({ source, exportKind }) => seen(source, exportKind),
    ExportAllDeclaration: ({ source, exportKind }) => seen(source, exportKind),
    ImportExpression: ({ source }) => seen(source),
    TSImportType: ({ source }) => seen(source, 'type'),
    ClassDeclaration: (node) => void classes.push(node),
    ClassExpression: (node) => void classes.push(node),
    FunctionDeclaration: called,
    FunctionExpression: called,
    ArrowFunctionExpression: called,
    TSInterfaceBody: ({ body }) => fields(body),
    TSTypeLiteral: ({ members }) => fields(members),
  }).visit(program)
  return { path, text, imports, loads, classes, functions, objectTypes }
}

/** Turns subpath imports (`#server/…`) and relative imports into paths from the root. Packages stay. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier
}
