import { distance } from 'fastest-levenshtein'

/** A name as it was verified. */
export type OwnName = { first: string; middle: string; last: string }

/** In thousandths: from the first number on a name passes by itself, from the second on an operator looks. */
export const passesFrom = 900
const looksFrom = 750

export type NameVerdict = 'own' | 'look' | 'other'

export const verdictOf = (score: number): NameVerdict =>
  score >= passesFrom ? 'own' : score >= looksFrom ? 'look' : 'other'

/** Longer, or of more words, is no name. Both leave room for any that can be verified. */
const longestName = 1_000
const mostWords = 60

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Letters that are no letter with a mark. */
const strokes: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ə: 'e', ĸ: 'k', ƶ: 'z', ɨ: 'i', ʉ: 'u' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ĳ: 'ij' },
}
/** How banks without such letters write them. */
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Said of somebody and no part of the name. */
const titles =
  wordsIn(`mr mrs ms mx miss messrs master dr prof professor sir dame lord lady rev revd hon esq herr frau hr fr fru
  senor senora sr sra srta don dona dom mme mlle madame monsieur sig signor signora dhr mevr dipl ing mag msc bsc mba phd md jr jnr snr
  ii iii iv obe mbe cbe haji hajah hajjah hj hjh dato datuk datin tan sri puan encik tuan tun tengku syed`)
/** Between the parts of a name, and written or left out as a bank pleases. */
const particles = wordsIn(
  'de del della di da do dos das du des la le las los el al van von der den ter ten zu af av ben ibn bin binti binte bint bte bt ap',
)
/** Between two people. */
const joints = wordsIn('& + / ; and or und oder et ou y e ja och og ve и или')
/** Of a firm, a fund or whatever else is nobody. */
const firms =
  wordsIn(`ltd limited llc llp lp inc incorporated corp corporation company co gmbh mbh ag kg kgaa ohg ug ev sa sas sarl sl slu srl spa bv
  nv plc pte pty sdn bhd oy oyj ab aps asa as kft zrt doo dd sro eood ltda limitada eireli trust trustee trustees foundation stiftung stichting
  association verein club church society fund bank exchange holding holdings group partners partnership trading enterprise enterprises
  services solutions international consulting capital ventures investments ооо оао зао пао ип 公司 有限公司 股份有限公司`)
/** Who pays or gets it instead of somebody else. */
const behalfs =
  wordsIn(`for fbo obo behalf behalve care co attn attention via per für fuer fur pour para por voor namens ref account acct
  guardian minor poa attorney executor executrix estate deceased late custodian nominee agent nachlass vormund za для`)

const slashed = /^(?:c\/o|t\/a|d\/b\/a|a\/c|f\/b\/o|o\/b\/o|p\/p|i\.?v\.?|c\/-)$/
/** Malaysian 'son of' and 'daughter of'. */
const descent = /^[asd]\/[lpo]$/

type Word = {
  /** As it can be written in plain letters. */
  forms: readonly string[]
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => strokes[letter] ?? letter)

const formsOf = (text: string): string[] => {
  const spelled = text.normalize('NFC').replaceAll(/[äöüøå]/g, (letter) => spelledOut[letter] ?? letter)
  return [...new Set([plain(text), plain(spelled)])]
}

/** Each word by itself, so that none depends on where it stands. */
const readWords = (text: string): { words: Word[]; isForOther: boolean } => {
  let isForOther = false
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cf}]/gu, '')
    .split(/[\s\p{Z}\p{Cc}]+/u)
    .flatMap((piece) => {
      const bare = piece.replaceAll(/^[(,]+|[),]+$/g, '')
      if (slashed.test(bare)) isForOther = true
      if (slashed.test(bare) || descent.test(bare)) return []
      return piece
        .replaceAll(/['’‘ʼ`´ʻ]/g, '')
        .replaceAll(/[&+/;]/g, ' $& ')
        .split(/[^\p{L}\p{M}\p{N}&+/;]+/u)
        .filter((word) => word !== '')
    })
    .map((word) => ({ forms: formsOf(word) }))
    .filter(({ forms }) => forms[0] !== '')
  return { words, isForOther }
}

const textOf = ({ forms }: Word): string => forms[0] ?? ''
const isIn = (word: Word, set: ReadonlySet<string>) => word.forms.some((form) => set.has(form))
const lengthOf = (text: string) => [...text].length
const isInitial = (word: Word) => lengthOf(textOf(word)) === 1 && /\p{L}/u.test(textOf(word))

/** So much of the letters has to be the same, or two words are two names. */
const alikeFrom = 0.7
/** An initial instead of a name. */
const byInitial = 0.7

const likenessOf = (own: Word, given: Word): number => {
  let best = 0
  for (const one of own.forms)
    for (const other of given.forms) {
      if (one === other) return 1
      const longest = Math.max(one.length, other.length)
      best = Math.max(best, 1 - distance(one, other) / longest)
    }
  if (isInitial(own) !== isInitial(given) && textOf(own)[0] === textOf(given)[0]) return byInitial
  return best >= alikeFrom ? 1 - 2 * (1 - best) : 0
}

type Role = 'first' | 'middle' | 'last'
type Own = Word & { role: Role; likeness: number }

const groupOf = (own: readonly Own[], role: Role) => own.filter((each) => each.role === role)

/** A word that is written as two by the other one, such as “Mac Donald”, or as one, such as “Vanderberg”. All are then found. */
const matchJoined = (own: Own[], given: Set<Word>) => {
  const isJoined = (whole: Word, a: Word, b: Word) =>
    whole.forms.some((form) => a.forms.some((x) => b.forms.some((y) => form === x + y || form === y + x)))
  const open = () => own.filter(({ likeness }) => likeness < 1)
  const byText = () => [...given].toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  for (const whole of open())
    for (const a of byText())
      for (const b of byText())
        if (a !== b && whole.likeness < 1 && given.has(a) && given.has(b) && isJoined(whole, a, b)) {
          whole.likeness = 1
          given.delete(a)
          given.delete(b)
        }
  for (const role of ['first', 'last'] as const) {
    const group = groupOf(own, role)
    const whole = [...given].find(({ forms }) => forms.includes(group.map(textOf).join('')))
    if (!whole || group.some(({ likeness }) => likeness === 1)) continue
    for (const part of group) part.likeness = 1
    given.delete(whole)
  }
  for (const whole of byText())
    for (const a of open())
      for (const b of open())
        if (a !== b && a.likeness < 1 && b.likeness < 1 && given.has(whole) && isJoined(whole, a, b)) {
          a.likeness = 1
          b.likeness = 1
          given.delete(whole)
        }
}

/** Finds for each of the own words what stands for it, the most alike first; what is left over is answered. */
const match = (own: Own[], words: readonly Word[]): Word[] => {
  const given = new Set(words)
  const take = (least: number) => {
    const pairs = own
      .filter(({ likeness }) => likeness === 0)
      .flatMap((mine) => [...given].map((theirs) => ({ mine, theirs, likeness: likenessOf(mine, theirs) })))
      .filter(({ likeness }) => likeness >= least)
      .toSorted((a, b) => b.likeness - a.likeness || (textOf(a.theirs) < textOf(b.theirs) ? -1 : 1))
    for (const { mine, theirs, likeness } of pairs)
      if (mine.likeness === 0 && given.has(theirs)) {
        mine.likeness = likeness
        given.delete(theirs)
      }
  }
  take(1)
  matchJoined(own, given)
  take(Number.EPSILON)
  return [...given]
}

/** What is missing or too much, in thousandths. */
const cost = { missingFirst: 30, mostMissing: 90, initial: 40, word: 150 }
/** What is never the customer alone, and what is not quite the name. */
const most = { joint: 850, notAlone: 700, inexact: 890 }

/** How much of the last name is there. A particle counts where it is all there is. */
const lastOf = (own: readonly Own[]): number | undefined => {
  const all = groupOf(own, 'last')
  const counted = all.filter((word) => word.likeness > 0 || !isIn(word, particles))
  const group = counted.length > 0 ? counted : all
  if (group.length === 0) return
  // By an initial alone nobody is told from his family.
  const found = group.filter(({ likeness }) => likeness > 0 && likeness !== byInitial)
  if (found.length === 0) return 0
  const alike = found.reduce((sum, { likeness }) => sum + likeness, 0) / found.length
  // Of a double name one half is half the name.
  return alike * (0.5 + found.length / group.length / 2)
}

/** The first name that fits best; whoever goes by the middle one is looked at. */
const firstOf = (own: readonly Own[]): number | undefined => {
  const group = groupOf(own, 'first')
  if (group.length === 0) return
  const middle = Math.max(0, ...groupOf(own, 'middle').map(({ likeness }) => likeness))
  return Math.max(...group.map(({ likeness }) => likeness), middle * byInitial)
}

const scoreOf = (own: readonly Own[], left: readonly Word[]): number => {
  const parts = [firstOf(own), lastOf(own)].filter((part) => part !== undefined)
  if (parts.length === 0) return 0
  // Without one of the two it is another name, however well the other fits.
  if (parts.includes(0)) return 0
  const missing = groupOf(own, 'first').filter(({ likeness }) => likeness === 0).length
  const base = (1_000 * parts.reduce((sum, part) => sum + part, 0)) / parts.length
  const isExact = parts.every((part) => part === 1)
  const extra = left
    .filter((word) => !isIn(word, titles) && !isIn(word, particles))
    .reduce((sum, word) => sum + (isInitial(word) ? cost.initial : cost.word), 0)
  const less = base - Math.min(cost.mostMissing, missing * cost.missingFirst) - extra
  return Math.max(0, Math.round(isExact ? less : Math.min(less, most.inexact)))
}

/**
 * How near a name that a bank tells is to the verified one. Accents, order and honorifics do not count. Two people together,
 * somebody for somebody else, and firms are never the customer's own name, unless the verified name has such a word itself.
 */
export const judgeName = ({ first, middle, last }: OwnName, given: string): { score: number; verdict: NameVerdict } => {
  const none = { score: 0, verdict: 'other' } as const
  if (given.length > longestName) return none
  const { words, isForOther } = readWords(given)
  const own: Own[] = Object.entries({ first, middle, last }).flatMap(([role, text]) =>
    readWords(text.slice(0, longestName)).words.map((word) => ({ ...word, role: role as Role, likeness: 0 })),
  )
  if (words.length === 0 || words.length > mostWords || own.length > mostWords) return none
  const left = match(own, words)
  const has = (set: ReadonlySet<string>) => left.some((word) => isIn(word, set))
  const isFirm = has(firms) || left.some((word) => textOf(word).includes('公司'))
  // A word between two people says that there are two only where the other one is named.
  const isJoint = has(joints)
  const isNotAlone = isJoint && left.some((word) => ![joints, titles, particles].some((set) => isIn(word, set)))
  const score = scoreOf(own, isJoint ? [] : left)
  const capped = Math.min(
    score,
    isJoint ? most.joint : score,
    isNotAlone || isForOther || isFirm || has(behalfs) ? most.notAlone : score,
  )
  return { score: capped, verdict: verdictOf(capped) }
}
