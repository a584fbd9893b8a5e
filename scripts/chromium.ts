import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ProblemForPeople } from '@ingot/db/problem'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const packages = ['chromium', 'fonts-liberation']

/** The system's Chromium; installed from the system's packages when it is missing and we may. */
export const findChromium = (): string => {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (existsSync(wanted)) return wanted
    throw new ProblemForPeople(`CHROMIUM_PATH names ${wanted}, and there is nothing there.`)
  }
  const found = places.find((place) => existsSync(place))
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new ProblemForPeople(
      `The browser tests need Chromium. Run: sudo apt-get install -y --no-install-recommends ${packages.join(' ')} (or set CHROMIUM_PATH).`,
    )
  console.log('Installing Chromium from the system’s packages …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  if (!apt('update', '-qq') || !apt('install', '-y', '-qq', '--no-install-recommends', ...packages))
    throw new ProblemForPeople(
      `Chromium could not be installed: apt-get install ${packages.join(' ')} failed, see above.`,
    )
  return findChromium()
}
