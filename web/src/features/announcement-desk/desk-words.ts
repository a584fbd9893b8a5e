import type { AnnouncementState } from '@ingot/endpoints/announcements'

export const stateWords: Readonly<Record<AnnouncementState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  withdrawn: 'Withdrawn',
}

export const deskAddress = '/operator/content'
export const editorAddress = (id: string): string => `${deskAddress}/${id}`
