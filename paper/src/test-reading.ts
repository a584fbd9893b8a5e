import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPoppler } from './test-poppler.ts'

/** What a tool of Poppler says of a file, or writes into one. Where `FILE` and `OUT` stand among the parameters, it gets their paths. */
export const poppler = (
  tool: 'pdfdetach' | 'pdffonts' | 'pdfinfo' | 'pdfsig' | 'pdftoppm' | 'pdftotext',
  bytes: Uint8Array,
  parameters: readonly string[] = ['FILE'],
  encoding: 'utf8' | 'latin1' = 'utf8',
): string => {
  const place = mkdtempSync(join(tmpdir(), 'paper-'))
  const [file, out] = [join(place, 'document.pdf'), join(place, 'out')]
  try {
    writeFileSync(file, bytes)
    const { stdout, stderr, error, signal } = spawnSync(
      join(dirname(findPoppler('pdfinfo')), tool),
      parameters.map((text) => text.replace('FILE', file).replace('OUT', out)),
      { encoding, maxBuffer: 2 ** 28 },
    )
    // Else what was never read would look like an empty page.
    if (error || signal) throw error ?? new Error(`${tool} was ended by ${signal}`)
    return existsSync(out) ? readFileSync(out, encoding) : `${stdout}${stderr}`
  } finally {
    rmSync(place, { recursive: true })
  }
}
