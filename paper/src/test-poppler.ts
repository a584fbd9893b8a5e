import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const howTo = 'sudo apt-get install -y --no-install-recommends poppler-utils'

const find = (tool: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, tool))
    .find(existsSync)

/** A tool of Poppler, which reads files as others than we do; installed from the system's packages when it is missing and we may. */
export const findPoppler = (tool: 'pdfsig' | 'pdftotext' | 'pdftoppm' | 'pdfinfo'): string => {
  const found = find(tool)
  if (found) return found
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) => spawnSync('apt-get', words, { stdio: 'ignore', env }).status === 0
  // Of two tests that install at once, the second waits for the first.
  const wait = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'APT::Update::Lock::Timeout=120']
  if (mayInstall) {
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...wait, 'poppler-utils')
  }
  const installed = find(tool)
  if (!installed) throw new Error(`This test needs ${tool}. Run: ${howTo}`)
  return installed
}
