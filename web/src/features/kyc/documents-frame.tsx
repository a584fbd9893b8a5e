import { useComputedColorScheme } from '@mantine/core'
import snsWebSdk, { type SnsWebSdk } from '@sumsub/websdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { settings } from '../../lib/settings.ts'
import { ProviderDown } from './provider-down.tsx'
import classes from './verification.module.css'

/** How long the provider's page may be silent. A page that cannot be loaded says nothing at all. */
const framePatience = 10_000

type Check = {
  token: string
  /** Gives another token to a page that was open longer than its own one lives. */
  renew: () => Promise<string>
  /** Something was done there. */
  onStep: () => void
}

const launch = (place: HTMLElement, theme: string, { token, renew, onStep }: Check, onReady: () => void) => {
  const sdk = snsWebSdk
    .init(token, renew)
    .withBaseUrl(settings.kycSdkUrl)
    .withConf({ lang: 'en', theme })
    .withOptions({ addViewportTag: false, adaptIframeHeight: true })
    .on('idCheck.onReady', onReady)
    .on('idCheck.onApplicantSubmitted', onStep)
    .on('idCheck.onApplicantResubmitted', onStep)
    .on('idCheck.onApplicantStatusChanged', onStep)
    .build()
  sdk.launch(place)
  // The kit's frame has no name of its own, and a screen reader needs one.
  place.querySelector('iframe')?.setAttribute('title', 'Documents and selfie, at our verification provider')
  return sdk
}

/** The provider's own check, in a frame. While it cannot be reached it is tried again and again, each time from the start. */
export const DocumentsFrame = (check: Check) => {
  const [attempt, setAttempt] = useState(1)
  return <Attempt key={attempt} {...check} isFirst={attempt === 1} onSilent={() => setAttempt(attempt + 1)} />
}

const Attempt = ({ token, renew, onStep, isFirst, onSilent }: Check & { isFirst: boolean; onSilent: () => void }) => {
  const place = useRef<HTMLDivElement>(null)
  const open = useRef<SnsWebSdk>(null)
  const [isReady, setIsReady] = useState(false)
  const theme = useComputedColorScheme()
  const themeAtFirst = useRef(theme)
  const fallSilent = useEffectEvent(onSilent)

  useEffect(() => {
    if (!place.current) return
    const sdk = launch(place.current, themeAtFirst.current, { token, renew, onStep }, () => setIsReady(true))
    open.current = sdk
    return () => sdk.destroy()
  }, [token, renew, onStep])

  useEffect(() => {
    themeAtFirst.current = theme
    open.current?.setTheme(theme)
  }, [theme])

  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(fallSilent, framePatience)
    return () => clearTimeout(timer)
  }, [isReady])

  return (
    <>
      {!isReady && !isFirst && <ProviderDown isRetrying={false} onRetry={onSilent} />}
      <div ref={place} className={isReady ? classes.frame : classes.frameToCome} />
    </>
  )
}
