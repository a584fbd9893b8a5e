import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageSettings } from '@ingot/endpoints/page-settings'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

const drawnPages = z.record(z.string(), z.string())
const longestWait = 20_000

const answerOf = (worker: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread ended without an answer')))
    setTimeout(() => reject(new Error('the thread took too long')), longestWait).unref()
  })

/**
 * The pages that visitors begin at, as markup by address, drawn by the web's own code with this server's settings. A thread
 * does it once: it is told nothing else of the server, and what it loaded goes with it. A page that could not be drawn is
 * served without, as all the others are.
 */
export const drawPages = async (folder: string, settings: PageSettings, log: Logger): Promise<Map<string, string>> => {
  const file = join(folder, 'ahead/draw-ahead.mjs')
  if (!existsSync(file)) return new Map()
  const worker = new Worker(file, { env: { INGOT_PAGE_SETTINGS: JSON.stringify(settings) } })
  try {
    return new Map(Object.entries(z.parse(drawnPages, await answerOf(worker))))
  } catch (error) {
    log.warn({ err: error }, 'no page could be drawn ahead')
    return new Map()
  } finally {
    await worker.terminate()
  }
}
