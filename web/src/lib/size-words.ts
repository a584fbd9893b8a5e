import { numberFormat } from './local-format.ts'

const kilobyte = 1024

/** How large a file is, as people say it. */
export const sizeWords = (bytes: number): string => {
  const kilobytes = Math.max(1, Math.round(bytes / kilobyte))
  if (kilobytes < kilobyte) return `${numberFormat(0).format(kilobytes)} kB`
  return `${numberFormat(1).format(bytes / kilobyte / kilobyte)} MB`
}
