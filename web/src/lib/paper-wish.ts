import { type paperSizes, zone as zoneName } from '@ingot/endpoints/documents'

export type PaperSize = (typeof paperSizes)[number]

/** Where Letter lies in the printers, after the Unicode locale data; everywhere else it is A4. */
const letterRegions: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** The paper of the region that the browser names first. A language alone names none. */
export const usualPaper = (languages: readonly string[] = navigator.languages): PaperSize => {
  const region = languages.map((language) => new Intl.Locale(language).region).find((named) => named !== undefined)
  return region !== undefined && letterRegions.has(region) ? 'Letter' : 'A4'
}

/** The reader's own zone. Some devices know only how far it is from UTC, which is no name. */
export const ownZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return zoneName.safeParse(timeZone).success ? timeZone : 'UTC'
}

/** How a document is made for whoever asks for it here. */
export const ownWish = (paper: PaperSize = usualPaper()) => ({ zone: ownZone(), paper })
