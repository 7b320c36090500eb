import { permissionsOf, type Audience } from '#contract/endpoint.ts'
import type { Operation } from './openapi.ts'
import type { DescribedEvent } from './events.ts'
import { codeBlock, limitSection, walkSections } from './guides.ts'
import { escapeHtml } from '../pages/plain-page.ts'

type Json = Record<string, unknown>

const audiences: Record<string, string> = {
  public: 'anyone',
  visitor: 'anyone, about their own data',
  customer: 'signed-in users',
  staff: 'staff, within their permissions',
}

/** The documentation of all calls as one page that loads nothing but its style sheet. */
export function docsPage(
  title: string,
  operations: readonly Operation[],
  events: readonly DescribedEvent[],
): string {
  const groups = Map.groupBy(operations, ({ path }) => path.split('/')[0] ?? '')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every call of the shop’s API, with its input and its answer.">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${escapeHtml(title)}</h1>
<p>All addresses start with <code>/api/</code>. Answers are JSON: <code>status</code> is <code>true</code>, <code>message</code> is a sentence for people.
Errors have <code>status: false</code>, a <code>message</code> for people and a <code>code</code> for programs.
For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Calls">
<h2>Guides</h2><ul>${guides.map(({ id, name }) => `<li><a href="#${id}">${name}</a></li>`).join('')}</ul>
${[...groups].map(([name, calls]) => `<h2>${escapeHtml(name)}</h2><ul>${calls.map(navItem).join('')}</ul>`).join('\n')}
</nav>
<main id="calls">
${walkSections()}
${limitSection()}
${eventSection(events)}
${operations.map(callSection).join('\n')}
</main>
</body>
</html>
`
}

/** What webhooks send, with an example of each kind. */
const eventSection = (events: readonly DescribedEvent[]) => `<section aria-labelledby="events">
<h2 id="events">Webhooks and events</h2>
<p>Staff create webhooks in the dashboard. The shop posts each event as JSON and signs it as in
<a href="https://www.standardwebhooks.com">Standard Webhooks</a>: verify the headers <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code> with the secret and the bytes of the body.
Answer with any 2xx status within 10 seconds. Otherwise the shop tries again for three days, with growing pauses.
An event may arrive more than once, with the same id. <a href="#with-webhooks">A receiver</a> shows how to verify and to ignore repeated ones. Events about the same order, product, variant or customer arrive in order.</p>
<p>The same events are in <a href="#get-admin-events"><code>GET /api/admin/events</code></a>, for programs that ask instead.</p>
${events.map(({ kind, summary, example }) => `<h3><code>${kind}</code></h3><p>${escapeHtml(summary)}.</p>${codeBlock(kind, JSON.stringify(example, null, 2))}`).join('\n')}
</section>`

const guides = [
  { id: 'start', name: 'Start' },
  { id: 'with-client', name: 'Orders with the client' },
  { id: 'with-python', name: 'Orders with Python' },
  { id: 'with-webhooks', name: 'Orders with webhooks' },
  { id: 'limits', name: 'Limits and retries' },
  { id: 'events', name: 'Webhooks and events' },
]

const idOf = ({ method, path }: Operation) => `${method}-${path}`.replace(/[^\w]+/g, '-').toLowerCase()

const navItem = (operation: Operation) =>
  `<li><a href="#${idOf(operation)}"><b>${operation.method}</b> ${escapeHtml(operation.path)}</a></li>`

/** “the permissions “orders” and “refunds”” */
function permissionsIn(audience: Audience): string {
  const named = permissionsOf(audience).map((permission) => `“${permission}”`)
  return `the ${named.length === 1 ? 'permission' : 'permissions'} ${named.join(' and ')}`
}

function callSection(operation: Operation): string {
  const { method, path, summary, audience, parameters, body, files, answer, media } = operation
  const who = audiences[audience] ?? `staff with ${permissionsIn(audience)}`
  const headers = parameters.filter(({ in: place }) => place === 'header')
  const others = parameters.filter(({ in: place }) => place !== 'header')
  const input = body ?? (others.length > 0 ? asFields(others) : undefined)
  return `<section aria-labelledby="${idOf(operation)}">
<h2 id="${idOf(operation)}"><span class="method">${method}</span> <code>/api/${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. For ${escapeHtml(who)}.</p>
<h3>Input</h3>
${input ? fieldList(input) : '<p>None.</p>'}
${files ? `<h3>Files, as multipart/form-data</h3>\n${fieldList({ properties: files })}` : ''}
${headers.length > 0 ? `<h3>Header</h3>\n${fieldList(asFields(headers))}` : ''}
<h3>Answer</h3>
${media ? `<p>A file: <code>${media}</code>.</p>` : fieldList(answer)}
</section>`
}

const asFields = (parameters: Operation['parameters']): Json => ({
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

function fieldList(schema: Json): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const rows = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : ' <i>optional</i>'
    const note = typeof field['description'] === 'string' ? ` – ${escapeHtml(field['description'])}` : ''
    const inner = fieldsInside(field)
    return `<li><code>${escapeHtml(name)}</code>: ${escapeHtml(typeOf(field))}${optional}${note}${inner ? fieldList(inner) : ''}</li>`
  })
  return `<ul>${rows.join('')}</ul>`
}

/** The object schema inside a field: the field itself, its list items, or its first choice that is an object. */
function fieldsInside(field: Json): Json | undefined {
  if (field['properties']) return field
  if (field['items']) return fieldsInside(field['items'] as Json)
  const choices = (field['anyOf'] as Json[] | undefined) ?? []
  return choices.map(fieldsInside).find((found) => found !== undefined)
}

function typeOf(field: Json): string {
  if (Array.isArray(field['enum'])) return [...new Set(field['enum'].map(String))].join(' | ')
  if ('const' in field) return String(field['const'])
  if (Array.isArray(field['anyOf'])) return [...new Set((field['anyOf'] as Json[]).map(typeOf))].join(' or ')
  if (field['format'] === 'binary') return 'file'
  if (field['type'] === 'array') return `list of ${typeOf((field['items'] as Json | undefined) ?? {})}`
  return typeof field['type'] === 'string' ? field['type'] : 'anything'
}

/** A separate file, because the security policy allows no inline style. */
export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { background: light-dark(#fff, #14181c); color: light-dark(#14181c, #e9edf0); }
body { margin: 0 auto; display: grid; gap: 0 3rem; padding: 0 1.5rem 4rem; max-width: 75rem; }
header, main, nav { min-width: 0; }
a { color: light-dark(#0b57a4, #8cc4ff); }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem 1rem; background: light-dark(#f3f6f9, #1d252c); border-radius: 0.3em; font-size: 0.9rem; }
pre code { overflow-wrap: normal; }
h1 { line-height: 1.2; margin-block: 2.5rem 0.5rem; }
h2 { font-size: 1.15rem; margin-block: 2.5rem 0.25rem; scroll-margin-top: 1rem; }
h3 { font-size: 1rem; margin-block: 1rem 0.25rem; }
nav h2 { font-size: 0.95rem; margin-block: 1.25rem 0.25rem; }
nav ul { list-style: none; padding: 0; font-size: 0.9rem; overflow-wrap: anywhere; }
nav b, .method { font-size: 0.8em; letter-spacing: 0.04em; }
.method { background: light-dark(#e8eef4, #26323d); padding: 0.2em 0.5em; border-radius: 0.3em; }
section { border-top: 1px solid light-dark(#d5dbe1, #3a444d); }
section ul { padding-left: 1.25rem; margin-block: 0.25rem; }
i { color: light-dark(#5a6570, #a4b0bb); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: Canvas; padding: 0.5rem 1rem; }
@media (min-width: 60rem) {
  body { grid-template-columns: 18rem 1fr; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; align-self: start; }
}
`
