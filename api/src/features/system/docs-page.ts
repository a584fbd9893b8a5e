import type { Endpoint } from '@ingot/endpoints/endpoint'
import { errorTable } from '@ingot/endpoints/errors'
import type * as z from 'zod/mini'
import { pagePolicyForStyle } from '../../security-headers.ts'
import { version } from '../../version.ts'
import { errorsOf, schemaOf } from './contract.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const schemaBlock = (title: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output') => {
  if (!schema) return ''
  return `<h3>${title}</h3><pre tabindex="0"><code>${escapeHtml(JSON.stringify(schemaOf(schema, io), null, 2))}</code></pre>`
}

const endpointSection = (endpoint: Endpoint) => `
<section id="${endpoint.name}">
  <h2><code>${endpoint.method} /api${escapeHtml(endpoint.path)}</code></h2>
  <p>${escapeHtml(endpoint.summary)}</p>
  <p>Open to: <strong>${endpoint.gate}</strong>${endpoint.idempotent ? '. Needs an <code>Idempotency-Key</code>' : ''}${endpoint.stepUp ? `. Step-up: <strong>${endpoint.stepUp}</strong>` : ''}${endpoint.bodyType === 'form' ? '. The body is a form' : ''}.</p>
  ${schemaBlock('Path', endpoint.params, 'input')}
  ${schemaBlock('Query', endpoint.query, 'input')}
  ${schemaBlock('Body', endpoint.body, 'input')}
  ${schemaBlock('Reply', endpoint.reply, 'output')}
  <h3>Errors</h3>
  <ul>${errorsOf(endpoint)
    .map((name) => `<li><code>${errorTable[name].status} ${name}</code>: ${escapeHtml(errorTable[name].message)}</li>`)
    .join('')}</ul>
</section>`

const style = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; --line: #d9d2c3; --quiet: #5c5648 }
@media (prefers-color-scheme: dark) { :root { --line: #2f3b3d; --quiet: #a9b4b3 } }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: light-dark(#faf7f0, #10181a); color: light-dark(#1f1c16, #e8e6e0) }
a { color: inherit } nav ul { columns: 18rem; padding-left: 1.2rem } p.quiet { color: var(--quiet) }
section { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 2rem }
h2 { font-size: 1.1rem; overflow-wrap: anywhere } h3 { font-size: .95rem; margin-bottom: .25rem }
pre { border: 1px solid var(--line); border-radius: 12px; padding: 1rem; overflow: auto; max-height: 28rem; font-size: .85rem }
`

/** The page carries its own style sheet and no script; the policy knows the sheet by its hash. */
export const docsPolicy = pagePolicyForStyle(style)

/** The contract for people: one page, no script, made from the same declarations as the contract for machines. */
export const docsPage = (endpoints: readonly Endpoint[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of Ingot ${version}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>API of Ingot</h1>
<p>Version ${version}. The same contract for machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p class="quiet">Every failure has one shape: <code>{ "data": null, "error": { "status", "name", "message", "details" } }</code>.</p>
<nav aria-label="Calls"><ul>${endpoints
  .map(({ name, method, path }) => `<li><a href="#${name}"><code>${method} ${escapeHtml(path)}</code></a></li>`)
  .join('')}</ul></nav>
${endpoints.map(endpointSection).join('')}
</main>
</body>
</html>`
