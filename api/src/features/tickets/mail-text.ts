import { longestTicketText } from '@ingot/endpoints/ticket-fields'

// What somebody wrote in a mail, without what the mail program put below it.

/** Far more than is kept, and than stands above what is answered. What comes after it is not even looked at. */
const longestRead = 64 * 1024

/** With which mail programs begin what is answered, in the languages that are common. */
const introductions = [
  /^On .{4,200}wrote:$/,
  /^Am .{4,200}schrieb.{0,200}:$/,
  /^Le .{4,200}écrit\s?:$/,
  /^El .{4,200}escribió:$/,
  /^Il .{4,200}scritto:$/,
  /^Op .{4,200}schreef.{0,200}:$/,
  /^-{2,}\s?(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Forwarded message)\s?-{2,}$/i,
  /^_{20,}$/,
]

const isIntroduction = (lines: readonly string[], place: number): boolean => {
  // One that is broken in two is still one.
  const [line = '', next = ''] = [lines[place]?.trim(), lines[place + 1]?.trim()]
  const joined = [line, `${line} ${next}`]
  if (introductions.some((each) => joined.some((text) => each.test(text)))) return true
  return /^\*?(?:From|Von|De):\*? /i.test(line) && /^\*?(?:Sent|Date|Gesendet|Envoyé|To|An):\*? /i.test(next)
}

const isQuoted = (line: string) => /^\s*>/.test(line)

/** Without anything that cannot be seen or turns the text round. */
const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .normalize('NFC')

const tidied = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Where everything was written below what is answered, only that is left out. */
export const ownWords = (text: string): string => {
  const lines = cleaned(text.slice(0, longestRead)).split('\n')
  const signature = lines.findIndex((line) => /^-- ?$/.test(line))
  const written = signature === -1 ? lines : lines.slice(0, signature)
  const introduction = written.findIndex((_line, place) => isIntroduction(written, place))
  const above = tidied(
    (introduction === -1 ? written : written.slice(0, introduction)).filter((line) => !isQuoted(line)),
  )
  const words =
    above ||
    tidied(
      written.filter((line, place) => !isQuoted(line) && !isIntroduction(written, place) && place !== introduction + 1),
    )
  const signs = [...words]
  return signs.length > longestTicketText ? `${signs.slice(0, longestTicketText - 1).join('')}…` : words
}
