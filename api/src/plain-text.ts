/** Why a text that others will read is not taken: it leads away, gives a way to be reached, promises a return, or hides something. */
type Refused = 'link' | 'contact' | 'return' | 'hidden'

/** What is not seen, or turns the order of what is: a line break is the only control character with a meaning here. */
const hidden = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A mail program makes a link of any two words with a dot and no space between them. */
const links = [
  /:\/\//,
  /\bwww\b/,
  /[\p{L}\p{N}-]\.\p{L}{2,}/u,
  /[\p{L}\p{N}]\s*[([{]?\s*(?:\bdot\b|\bpunkt\b|[.。])\s*[)\]}]?\s*(?:com|net|org|info|io|xyz)\b/u,
]

const contacts = [
  /@/,
  /[([{]\s*at\s*[)\]}]/,
  /(?:\+|\b00)(?:[\s./()-]*\d){7,}/,
  /\b\d{7,}\b/,
  /(?:\d[\s./()-]*){9,}/,
  /\b(?:whats\s?app|telegram|wechat|viber|skype|discord|snapchat|instagram|facebook|tiktok|messenger)\b/,
]

/** Promises in themselves, whatever else the sentence says. */
const promises = [
  /[%‰٪]/,
  /\b(?:per\s?cent|percent\w*|pct|prozent|basis points|bps|ap[ry]|roi)\b/,
  /\bguarant\w*|\bgarant\w*/,
  /\b(?:risk[\s-]?free|no risk|without (?:any )?risk)\b/,
  /\b(?:doubl|tripl|multipl)\w* your\b/,
  /\b\d+(?:[.,]\d+)?\s*[x×](?!\p{L}|\s*\d)/u,
  /\b(?:two|three|four|five|ten|hundred)[\s-]?fold\b/,
]

const ofReturns =
  /\b(?:returns?|profits?|yields?|yielded|interest|earn\w*|gain\w*|income|dividends?|grow\w*|grew|rises?|rose|risen|rising|increas\w*|doubl\w*|tripl\w*|pays? (?:you|out)|get back|bonus\w*)\b/
const year = /\b(?:19|20)\d\d\b/g
const figure = /\d|\b(?:ten|twenty|thirty|fifty|hundred|thousand|million)s?\b/

const promisesReturn = (text: string): boolean =>
  promises.some((promise) => promise.test(text)) ||
  text
    .split(/[.!?;](?:\s|$)|\n/)
    .some((sentence) => ofReturns.test(sentence) && figure.test(sentence.replaceAll(year, '')))

/** Digits of any script, and letters that were written wide or small, as everybody reads them. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, digitOf)

/** The ten digits of a script follow one another, and a script begins with its zero. */
const digitOf = (letter: string): string => {
  const code = letter.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
  return String(code - zero)
}

/** What a text has that must not stand in it, or null. It is asked of what customers or operators write for others to read. */
export const refusedIn = (text: string): Refused | null => {
  if (hidden.test(text)) return 'hidden'
  const read = plain(text)
  if (contacts.some((contact) => contact.test(read))) return 'contact'
  if (links.some((link) => link.test(read))) return 'link'
  return promisesReturn(read) ? 'return' : null
}
