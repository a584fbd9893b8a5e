import type { Consultant, DecidedReport, OwnProfile, ThreadDetails } from '@ingot/endpoints/consultant-fields'

export const idOf = (end: string) => `0198a3c1-0000-4000-8000-${end.padStart(12, '0')}`

const at = '2026-11-13T12:00:10.000Z'

export const sampleConsultant: Consultant = {
  id: idOf('a1'),
  ...{ name: 'Anna B.', picture: null, rank: 'Introducer', since: '2026-03-01', refCode: 'ANNA2222' },
  ...{ languages: ['en', 'de'], text: 'I gladly explain how a booking works.' },
}

const words = {
  ...{ showsWholeName: false, showsPicture: false, name: 'Anna B.', picture: null, sentBackFor: null, changedAt: at },
  ...{ languages: ['en' as const], text: 'I gladly explain how a booking works.' },
}

export const noProfile: OwnProfile = {
  ...{ id: null, state: 'Draft', hiddenUntil: null, isShown: false, hasRank: true, hasPicture: false },
  names: { short: 'Anna B.', whole: 'Anna Berg' },
  ...{ approved: null, next: null, decisions: [] },
}

export const inReview: OwnProfile = { ...noProfile, id: idOf('a1'), next: { ...words, state: 'In review' } }

export const publicProfile: OwnProfile = {
  ...noProfile,
  ...{ id: idOf('a1'), state: 'Public', isShown: true, approved: { ...words, state: 'Approved' } },
}

export const hiddenDecision: DecidedReport = {
  id: idOf('d1'),
  ...{ outcome: 'Hidden', kind: 'return', at, reason: 'You promised too much.', appeal: null },
  hiddenUntil: '2026-12-13T12:00:10.000Z',
}

export const sampleThread: ThreadDetails = {
  id: idOf('c1'),
  ...{ name: 'Anna B.', isConsultant: false, lastAt: at, isOpen: true },
  messages: [
    { id: idOf('1'), isMine: true, text: 'How does it work?', at },
    { id: idOf('2'), isMine: false, text: 'It takes a minute.', at },
  ],
}
