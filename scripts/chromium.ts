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

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const install = (...names: string[]) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...names)
}

/** The system's Chromium; installed from the system's packages when it is missing and we may. */
export const findChromium = (): string => {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (existsSync(wanted)) return wanted
    throw new ProblemForPeople(`CHROMIUM_PATH names ${wanted}, and there is nothing there.`)
  }
  const found = places.find((place) => existsSync(place))
  if (found) return found
  if (!mayInstall())
    throw new ProblemForPeople(
      `The browser tests need Chromium. Run: sudo apt-get install -y --no-install-recommends ${packages.join(' ')} (or set CHROMIUM_PATH).`,
    )
  console.log('Installing Chromium from the system’s packages …')
  if (!install(...packages))
    throw new ProblemForPeople(
      `Chromium could not be installed: apt-get install ${packages.join(' ')} failed, see above.`,
    )
  return findChromium()
}

/**
 * The same browser without windows, which takes a quarter less of the machine and shows no PDF. Where it cannot be had, the
 * whole one does as well.
 */
export const findWindowless = (): string => {
  const place = '/usr/bin/chromium-headless-shell'
  if (process.env.CHROMIUM_PATH) return findChromium()
  if (existsSync(place) || (mayInstall() && install('chromium-headless-shell'))) return place
  return findChromium()
}
