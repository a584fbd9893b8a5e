import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'
import { type Browser, chromium, type Page } from '@playwright/test'
import { films } from '../web/src/features/videos/films.ts'
import { findChromium } from './chromium.ts'
import { develop } from './films/develop.ts'
import { offCamera, onCamera } from './films/director.ts'
import type { Scene } from './films/scenes.ts'
import { type Footage, size } from './films/take.ts'
import { root } from './stack.ts'
import { startTemporaryStack } from './temporary-stack.ts'
import { runCommand, step } from './terminal.ts'

const kept = join(root, 'web/public/videos')

/** The journeys' own ways to people and their money read from here where the stack is. */
const tellJourneys = (stack: Awaited<ReturnType<typeof startTemporaryStack>>) =>
  Object.assign(process.env, {
    INGOT_PORTAL: stack.portal,
    INGOT_SANDBOX: stack.sandbox,
    INGOT_SMTP_PORT: String(stack.smtpPort),
    INGOT_DATABASE: stack.databaseUrl,
    INGOT_OWNER_DATABASE: stack.ownerUrl,
  })

type Keep = (name: string, footage: Footage) => void

const wantedOf = (given: readonly string[]): ReadonlySet<string> => {
  const known = films.map(({ name }) => name)
  const unknown = given.find((name) => !known.includes(name))
  if (unknown) throw new ProblemForPeople(`There is no film ${unknown}. The films are: ${known.join(', ')}.`)
  return new Set(given.length > 0 ? given : known)
}

/** One scene, recorded if it is wanted. What a page looked like that stood still says most about why. */
const playScene = async (page: Page, { prepare, play }: Scene, folder: string, isWanted: boolean) => {
  try {
    await prepare?.(offCamera(page))
    await page.waitForLoadState('networkidle')
    if (isWanted) return await onCamera(page, folder, play)
    await play(offCamera(page))
    return undefined
  } catch (error) {
    await page.screenshot({ path: `${folder}.png` }).catch(() => undefined)
    throw new ProblemForPeople(`This scene stopped; ${folder}.png shows where. ${error}`)
  }
}

/** Plays scene after scene, since each begins where the one before it ended, and hands over each one that is wanted. */
const record = async (browser: Browser, portal: string, wanted: ReadonlySet<string>, folder: string, keep: Keep) => {
  const { scenes } = await import('./films/scenes.ts')
  const context = await browser.newContext({
    ...{ baseURL: portal, viewport: size, reducedMotion: 'reduce', colorScheme: 'light', locale: 'en-US' },
  })
  const page = await context.newPage()
  const left = new Set(wanted)
  for (const [name, scene] of Object.entries(scenes)) {
    if (left.size === 0) break
    const footage = await playScene(page, scene, join(folder, name), left.delete(name))
    step(footage ? `${name} recorded` : `${name} played`)
    if (footage) keep(name, footage)
  }
}

// Films of this very portal, made by using it: `npm run videos`, or with the names of those to make anew.
await runCommand(async () => {
  const wanted = wantedOf(process.argv.slice(2))
  const executablePath = findChromium()
  const folder = mkdtempSync(join(tmpdir(), 'ingot-films-'))
  const stack = await startTemporaryStack(step, { JOB_POLL_SECONDS: '0.5', VERIFICATION_ASK_SECONDS: '3' })
  tellJourneys(stack)
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] })
  const footage = new Map<string, Footage>()
  const keep: Keep = (name, each) => footage.set(name, each)
  const problem = await record(browser, stack.portal, wanted, folder, keep).catch((error: unknown) => error)
  await browser.close()
  await stack.stop()
  for (const [name, each] of footage) {
    develop(each, { name, from: join(folder, name), to: kept })
    const kilobytes = Math.round(statSync(join(kept, `${name}.webm`)).size / 1024)
    step(`${name}: ${each.seconds.toFixed(0)} s, ${kilobytes} kB`)
  }
  if (problem) throw problem
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
