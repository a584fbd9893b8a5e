import type { Consultant, DecidedReport, OwnProfile } from '@ingot/endpoints/consultant-fields'
import { formatDay } from '../../lib/local-format.ts'

export const rankWords: Readonly<Record<Consultant['rank'], string>> = {
  Affiliates: 'Affiliate',
  Introducer: 'Introducer',
  Consultant: 'Consultant',
}

const names = new Intl.DisplayNames('en', { type: 'language' })

export const languageWords = (code: string): string => names.of(code) ?? code

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id at the end of an address, whatever readable words stand before it. */
export const idIn = (name: string): string | undefined => id.exec(name)?.[0]?.toLowerCase()

/** Reads well, and is found by its id alone. */
export const consultantAddress = ({ id: own, name }: Pick<Consultant, 'id' | 'name'>): string => {
  const readable = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `/Consultant/${readable === '' ? '' : `${readable}-`}${own}`
}

const dayOf = (at: string): string => formatDay(new Date(at))

/** How the own profile stands, in a title and a sentence. */
export const standingWords = ({ state, isShown, hiddenUntil, next }: OwnProfile): [title: string, text: string] => {
  const isWaiting = next?.state === 'In review'
  if (state === 'Suspended') return ['Suspended', 'Nobody sees your profile, and nothing can be handed in.']
  if (state === 'Hidden')
    return ['Hidden', `Nobody sees your profile${hiddenUntil ? ` until ${dayOf(hiddenUntil)}` : ' at the moment'}.`]
  if (state === 'Public' && !isShown)
    return ['Not shown', 'Your profile is approved, and is shown again once you have a rank.']
  if (state === 'Public')
    return isWaiting
      ? ['Public', 'Others see your profile as it was approved. We are looking at what you changed.']
      : ['Public', 'Others can find you and write to you.']
  if (isWaiting) return ['In review', 'We are looking at it, and e-mail you. If you change it, we look at it anew.']
  if (next?.sentBackFor) return ['Sent back', 'Please change it and hand it in again.']
  return ['Draft', 'Nobody sees it before you hand it in and we have approved it.']
}

export const outcomeWords: Readonly<Record<DecidedReport['outcome'], string>> = {
  Warned: 'A warning',
  Hidden: 'Your profile was hidden',
  Suspended: 'Your profile was suspended',
  Overturned: 'Undone by your appeal',
}

export const appealWords = { New: 'Somebody else looks at it.', Upheld: 'It was upheld.', Rejected: 'It was rejected.' }
