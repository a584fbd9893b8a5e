import { type AnnouncementCategory, announcementCategories } from '@ingot/endpoints/announcements'
import { addressOf } from './http.ts'

export const categoryWords: Readonly<Record<AnnouncementCategory, string>> = {
  news: 'News',
  product: 'Product',
  maintenance: 'Maintenance',
  security: 'Security',
  terms: 'Terms and fees',
}

export const categoryChoices = announcementCategories.map((value) => ({ value, label: categoryWords[value] }))

/** Where the picture of an announcement is asked for. */
export const announcementPicture = (name: string): string => addressOf(`/announcements/pictures/${name}`)
