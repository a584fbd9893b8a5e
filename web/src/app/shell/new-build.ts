import { readHealth } from '@ingot/endpoints/system'
import { useEffect, useState } from 'react'
import { request } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { settings } from '../../lib/settings.ts'

const askEvery = 10 * 60_000
/** However often a tab is looked at again. */
const shortestPause = 60_000

const readServedBuild = async (): Promise<string> => {
  try {
    return (await request(readHealth, { query: { probe: 'live' } })).data.build
  } catch (failure) {
    // Asked again later; a server that does not answer has other ways to be noticed.
    if (failure instanceof CallError) return ''
    throw failure
  }
}

/** The build that is served by now, when it is not the one that this page came from. Only a tab that is seen asks. */
export const useNewBuild = (): string | null => {
  const [served, setServed] = useState<string | null>(null)
  useEffect(() => {
    if (settings.build === '') return
    let askedAt = Date.now()
    const ask = async () => {
      if (document.hidden || Date.now() - askedAt < shortestPause) return
      askedAt = Date.now()
      const build = await readServedBuild()
      if (build !== '') setServed(build === settings.build ? null : build)
    }
    const timer = setInterval(() => void ask(), askEvery)
    const onVisible = () => void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
  return served
}
