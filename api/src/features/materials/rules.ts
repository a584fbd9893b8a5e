import { type BannerSize, type Material, type MaterialKind, riskLine, textLimits } from '@ingot/endpoints/materials'
import { problemForAll, seen, unseenWords } from '@ingot/endpoints/words-for-others'

/** That customers get at a time: whoever downloads all of them has all of them drawn. */
export const mostOffered = 12

/** What operators write of a material. */
export type Written = {
  title: string
  headline: string
  text: string
  sizes: readonly BannerSize[]
  place: number
}

type Problem = { field: 'headline' | 'text' | 'sizes' | 'title'; message: string }

const shapeProblem = (kind: MaterialKind, { headline, text, sizes }: Written): Problem | undefined => {
  if (kind === 'banner' && sizes.length === 0) return { field: 'sizes', message: 'Please choose at least one size.' }
  if (kind !== 'banner' && sizes.length > 0) return { field: 'sizes', message: 'Only a banner has sizes.' }
  if (kind === 'message' && headline !== '') return { field: 'headline', message: 'A short message has no headline.' }
  if (kind !== 'message' && headline === '') return { field: 'headline', message: 'Please write a headline.' }
  if (kind !== 'banner' && text === '') return { field: 'text', message: 'Please write a text.' }
  const longest = textLimits[kind]
  if (text.length > longest) return { field: 'text', message: `Please use at most ${longest} characters.` }
  if (kind === 'banner' && text.includes('\n'))
    return { field: 'text', message: 'Please write the text of a banner in one paragraph.' }
}

/** Why it cannot be given to customers; undefined when it can. */
export const problemOf = (kind: MaterialKind, written: Written): Problem | undefined => {
  const shape = shapeProblem(kind, written)
  if (shape) return shape
  for (const field of ['title', 'headline', 'text'] as const) {
    const message = seen.test(written[field]) ? problemForAll(written[field]) : unseenWords
    if (message) return { field, message }
  }
}

export const linkTo = (site: string, refCode: string): string => `${site}/register?ref=${refCode}`

/** A text as it is sent: with the link, and with the risks below it. */
const sentText = (kind: MaterialKind, text: string, link: string): string =>
  kind === 'message' ? `${text} ${link}\n${riskLine}` : `${text}\n\n${link}\n\n${riskLine}`

type Kept = Pick<Material, 'id' | 'kind'> & Written

export const shownTo = (link: string, { id, kind, title, headline, text, sizes }: Kept): Material => ({
  ...{ id, kind, title, headline, sizes: [...sizes] },
  text: kind === 'banner' ? text : sentText(kind, text, link),
})

export const sidesOf = (size: BannerSize): { width: number; height: number } => {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

/** Of a file, from its title: letters that every system can name a file with. */
export const fileNameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'material'
