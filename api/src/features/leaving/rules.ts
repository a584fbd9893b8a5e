import { thing } from '@ingot/db/states'
import type { exitPackStates } from '@ingot/endpoints/leaving'

/** What becomes of an archive. */
export const exitPackMoves = thing<(typeof exitPackStates)[number]>({
  name: 'exit-pack',
  table: 'exit_packs',
  moves: { Asked: ['Ready', 'Failed'], Ready: ['Erased'], Failed: [], Erased: [] },
})

/** Letters, of which each may be four bytes: a name of more than 255 cannot be unpacked everywhere. */
const longestName = 60

/** What a customer called a file may be anything; in an archive it is whole letters and digits. */
export const fileNameOf = (number: string, name: string): string => {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  const letters = [...plain.replaceAll(/\.{2,}/g, '.')]
  return `sent/${number}-${letters.slice(-longestName).join('')}`
}

/** For who opens the archive years later, perhaps without us. */
export const readmeOf = ({ brand, site }: { brand: string; site: string }, email: string, at: Date): string =>
  `Everything that ${brand} knows of ${email}
Made on ${at.toISOString()} at ${site}

What is in here
  data.json       all data of the account, as JSON: a text that programs read, and people with some patience
  reserves/       the newest proof that your gold is counted, the bars behind it, and a page that checks both; not there
                  before the first one that has you
  documents/      every signed document: receipts, certificates, statements, reports
  sent/           what you sent us
  certificates/   the certificates that our documents are signed with
  manifest.json   every file with its size and its SHA-256
  manifest.p7s    our signature of manifest.json (CMS, without the content)
  check.html      checks all of this without a connection

How to check it
  Open check.html in a browser and drop the ZIP archive on it, as you downloaded it. It tells whether everything is as we signed it,
  and names each file that is not. It needs no connection and makes none. A single PDF can be dropped on it as well.
  Whoever gives you an archive could give you another check.html with it. Then take the page from ${site}/verify
  instead, or compare the names of the files in certificates/ with the fingerprints that are listed there.

  With OpenSSL, in the unpacked folder:
  openssl cms -verify -binary -inform DER -in manifest.p7s -content manifest.json -noverify -out /dev/null
`
