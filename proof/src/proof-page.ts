import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Known } from './report.ts'

type ProofPage = {
  brand: string
  /** Where the portal is, such as https://gold.example. */
  site: string
  known: Known
  made: Date
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

let stripped: string | undefined

/** As browsers read it. One behind the other they are one module, in which none need import another. */
const checkText = () => {
  const all = ['check.ts', 'ask-chain.ts', 'report.ts']
    .map(read)
    .join('')
    .replaceAll(/^import .*\n/gm, '')
  stripped ??= stripTypeScriptTypes(all).replaceAll(/[ \t]+$/gm, '')
  return stripped
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The same check as on the page of the portal, in one file that needs no portal and asks nobody but a node that is named to it. */
export const makeProofPage = ({ brand, site, known, made }: ProofPage): string => {
  const script = `${checkText()}\nconst known = ${JSON.stringify(known).replaceAll('<', '\\u003c')}\n${read('proof-page.js')}`
  // A page ends its script where these letters stand, whatever they mean there.
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of the page would end before its end')
  const style = read('proof-page.css')
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src http: https:; base-uri 'none'; form-action 'none'`
  const about = { brand: escapeHtml(brand), site: escapeHtml(site), made: made.toISOString().slice(0, 10) }
  return pageOf({ ...about, policy, style, script })
}

type Parts = Record<'brand' | 'site' | 'made' | 'policy' | 'style' | 'script', string>

const pageOf = ({ brand, site, made, policy, style, script }: Parts) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>Check a proof of ${brand}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="mark">${brand}</p>
<h1>Check that your gold is counted</h1>
<p>Whether your balance is in the total that ${brand} has published, to the last unit. The files are checked on this device and go nowhere. The page connects to one address only, and only if you name it: a node of the chain.</p>
<form id="form">
<label>Your proof, downloaded from the portal <input id="proof" type="file" accept="application/json,.json" required></label>
<label>Your address, as in your profile <input id="wallet" placeholder="0x" autocomplete="off" spellcheck="false" pattern="\\s*0x[0-9A-Fa-f]{40}\\s*" title="0x and 40 digits from 0 to f"></label>
<label>The bars of this snapshot, downloaded beside it <input id="bars" type="file" accept="application/json,.json"></label>
<label>The address of a node of the chain <input id="node" type="url" placeholder="https://" autocomplete="off" spellcheck="false"></label>
<label>Or the hash that you read in the contract yourself <input id="anchor" autocomplete="off" spellcheck="false" pattern="\\s*(0x)?[0-9A-Fa-f]{64}\\s*" title="64 digits from 0 to f"></label>
<label>Your balances that day, as on your statement <input id="balances" placeholder="QMGT 12.5, GAE 3" autocomplete="off" spellcheck="false"></label>
<label class="choice"><input id="kept" type="checkbox"> I kept this proof, and it may be old</label>
<button>Check</button>
</form>
<section id="result" aria-live="polite" tabindex="-1" hidden>
<h2 id="title"></h2>
<p id="meaning"></p>
<dl id="facts"></dl>
<ul id="open"></ul>
</section>
<h2>What this page cannot know</h2>
<p>That the bars are in the vault: that is what the vault and its auditor attest. That the house owes nothing else. And how things stand now: a proof is of the moment at which it was taken.</p>
<p>It knows the keys and the contract that we used until ${made}, and it is only as good as the place you have it from: that should be <a href="${site}/reserves" rel="noreferrer">${site}/reserves</a>.</p>
<noscript><p><strong>This page needs JavaScript to check a file.</strong></p></noscript>
</main>
<script type="module">${script}</script>
</body>
</html>
`
