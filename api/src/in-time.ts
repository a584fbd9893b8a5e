import type { Logger } from 'pino'

/** What is not there by then is told as unknown. */
const patienceMs = 2_000

/** What is read in time; undefined for what is not, or fails. */
export const inTime = async <T>(work: Promise<T>, log: Logger, what: string): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ what }, 'how the house stands was not read in time')
      resolve(undefined)
    }, patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    log.warn({ err: error, what }, 'how the house stands could not be read')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
