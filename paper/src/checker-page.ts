import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

export type CheckerPage = {
  brand: string
  /** Where the portal is, such as https://gold.example. */
  site: string
  certificates: readonly { fingerprint: string; pem: string }[]
  made: Date
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

let stripped: string | undefined

/** As browsers read it. */
const checkText = () => {
  // One behind the other they are one module, in which the second need not import the first.
  const both = read('check.ts') + read('check-pack.ts').replace(/^import .* from '\.\/check\.ts'$/m, '')
  stripped ??= stripTypeScriptTypes(both).replaceAll(/[ \t]+$/gm, '')
  return stripped
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The same check as on the page of the portal, in one file that needs no connection and can make none. */
export const makeCheckerPage = ({ brand, site, certificates, made }: CheckerPage): string => {
  const pems = JSON.stringify(certificates.map(({ pem }) => ({ pem }))).replaceAll('<', '\\u003c')
  const script = `${checkText()}\nconst certificates = ${pems}\n${read('checker-script.js')}`
  // A page ends its script where these letters stand, whatever they mean there.
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of the page would end before its end')
  const style = read('checker.css')
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
  const known = certificates.map(({ fingerprint }) => `<li>${escapeHtml(fingerprint)}</li>`).join('')
  const about = { brand: escapeHtml(brand), site: escapeHtml(site), made: made.toISOString().slice(0, 10) }
  return pageOf({ ...about, policy, style, script, known })
}

type Parts = Record<'brand' | 'site' | 'made' | 'policy' | 'style' | 'script' | 'known', string>

const pageOf = ({ brand, site, made, policy, style, script, known }: Parts) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>Check a document of ${brand}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="mark">${brand}</p>
<h1>Check a document</h1>
<p>Whether a document is ours, and unchanged; or an archive that you took along from us, with everything in it. The file is checked on this device and goes nowhere: this page works without a connection, and cannot make one.</p>
<label id="drop">
<span>Choose a PDF or the ZIP archive, or drop it on this page</span>
<input id="file" type="file" accept="application/pdf,.pdf,application/zip,.zip">
</label>
<section id="result" aria-live="polite" tabindex="-1" hidden>
<h2 id="title"></h2>
<p id="meaning"></p>
<dl id="facts"></dl>
<ul id="problems"></ul>
<details id="data" hidden><summary>The data that is attached to it</summary><pre id="json" tabindex="0"></pre></details>
</section>
<h2>What this page cannot know</h2>
<p>Whether a document was replaced or reversed since it was issued is known only online: at <a href="${site}/verify" rel="noreferrer">${site}/verify</a>, by its number.</p>
<p>It knows the certificates that we had used by ${made}. A document that was signed with a later one is called not ours: then download this page anew. And it is only as good as the place you have it from: that should be ${site}.</p>
<details><summary>Certificates it knows</summary><ul>${known}</ul></details>
<noscript><p><strong>This page needs JavaScript to check a file.</strong></p></noscript>
</main>
<script type="module">${script}</script>
</body>
</html>
`
