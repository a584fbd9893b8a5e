import type { BannerSize, MaterialKind } from '@ingot/endpoints/materials'

export const kindWords: Readonly<Record<MaterialKind, string>> = {
  banner: 'Banner',
  mail: 'E-mail',
  message: 'Short message',
}

/** What a size is mostly used for. */
const uses: Readonly<Record<BannerSize, string>> = {
  '1200x628': 'Link preview',
  '1080x1080': 'Square post',
  '1080x1920': 'Story',
  '728x90': 'Leaderboard',
  '300x250': 'Rectangle',
}

export const sizeWords = (size: BannerSize): string => size.replace('x', ' × ')

export const sizeLabel = (size: BannerSize): string => `${sizeWords(size)} · ${uses[size]}`

/** A file is called after what it shows, in letters that every system can name one with. */
export const fileName = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'banner'
