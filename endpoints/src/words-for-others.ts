// What nobody may write to others in our name, operators included: links, addresses, numbers to call, and promises.

/** Drawn as nothing, and needed by some scripts and pictures: they stay in a text and are left out when it is looked at. */
const joiners = /[\u00ad\u200b-\u200d\u2060]/gu

/** Letters of other alphabets that are taken for one of ours. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аaαaеeεeіiιiоoοoрpρpсcуyхxχxѕsтtτtвbкkκkмmнhгrпnдdјjԁdԝwѡwոnυuνvıi'].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [],
  ),
)

const digits: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Every digit as ours: \p{Nd} comes in rows of ten, and each row begins where the one before has ended. */
const plainDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (first > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return code < 128 ? digit : String((code - first) % 10)
}

/** How a text reads: without accents, in small letters, and in letters of ours. */
const readingOf = (text: string): string =>
  [...text.normalize('NFKD').replaceAll(joiners, '').replaceAll(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => alike[letter] ?? letter)
    .join('')
    .replaceAll(/\p{Nd}/gu, plainDigit)

/** L e t t e r s that stand apart, as the word they are. */
const drawnTogether = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}])\p{L}(?:[\s._*-]+\p{L}(?![\p{L}\p{N}]))+/gu, (apart) =>
    apart.replaceAll(/[^\p{L}]/gu, ''),
  )

const withLettersForDigits = (text: string): string => [...text].map((sign) => digits[sign] ?? sign).join('')

const dot = String.raw`(?:\.|\s*[([{]\s*(?:dot|punkt|\.)\s*[)\]}]\s*|\s+(?:dot|punkt)\s+)`
const endings =
  'com|net|org|info|biz|io|me|co|app|link|ly|gg|xyz|shop|site|online|club|eu|de|uk|ch|at|us|fr|es|it|nl|ru|in'

const links = [
  /[a-z]{2,8}:\/\//u,
  /(?<![\p{L}\p{N}])www(?![\p{L}\p{N}])/u,
  // Two words with a dot and no room between them.
  /[\p{L}\p{N}-]+\.\p{L}{2,}/u,
  new RegExp(String.raw`[\p{L}\p{N}-]${dot}(?:${endings})(?![\p{L}\p{N}])`, 'u'),
  new RegExp(String.raw`(?<![\p{L}])(?:dot|punkt)\s*(?:${endings})(?![\p{L}\p{N}])`, 'u'),
  /(?<![\p{L}])(?:telegram|whats\s?app|wechat|viber|skype|snapchat|instagram|facebook|messenger|tiktok|linkedin|youtube|discord)(?![\p{L}])/u,
]

const mails = [/@/u, /[([{]\s*at\s*[)\]}]/u]
/** Could also be a place to look at, so it is asked after links. */
const spelledMails = [new RegExp(String.raw`\p{L}\s+at\s+[\p{L}\p{N}-]+${dot}\p{L}{2,}`, 'u')]

const phones = [/(?:\p{Nd}[\s()./+–-]*){7,}/u]

const returns = [
  /[%‰٪]/u,
  /(?<![\p{L}])(?:per\s?cents?|percentages?|pct|prozent|procent|pour\s?cent|por\s?ciento|per\s?cento|basis points?)(?![\p{L}])/u,
  /(?<![\p{L}])gu?arant/u,
  /(?<![\p{L}])(?:risk[\s-]*free|no[\s-]+risks?|without[\s-]+(?:any[\s-]+)?risks?|risikolos|risikofrei)(?![\p{L}])/u,
  /(?<![\p{L}])(?:roi|apy|apr|dividends?)(?![\p{L}])/u,
  /(?<![\p{L}])(?:doubl|tripl|multipl)\w*\s+(?:your|their|the|it)(?![\p{L}])/u,
  /(?<![\p{L}])(?:two|three|four|five|ten|hundred)[\s-]?fold(?![\p{L}])/u,
  /(?<![\p{L}\p{N}])(?:\p{Nd}+(?:[.,]\p{Nd}+)?\s*[x×]|[x×]\s*\p{Nd}+)(?![\p{L}\p{N}]|\s*\p{Nd})/u,
  /\p{Nd}[\p{Nd}.,' ]*\s*(?:[$€£¥]|usd|usdt|eur|gbp|dollars?|euros?|pounds?)?\s*(?:a|an|per|every|each)\s+(?:day|week|month|year)(?![\p{L}])/u,
]

const ofReturns =
  /(?<![\p{L}])(?:returns?|profits?|yields?|yielded|interest|earn\w*|gain\w*|income|dividends?|grow\w*|grew|rises?|rose|risen|rising|increas\w*|doubl\w*|tripl\w*|pays? (?:you|out)|get back|bonus\w*)(?![\p{L}])/u
const year = /(?<!\p{Nd})(?:19|20)\p{Nd}\p{Nd}(?!\p{Nd})/gu
const figure = /\p{Nd}|(?<![\p{L}])(?:ten|twenty|thirty|fifty|hundred|thousand|million)s?(?![\p{L}])/u

/** A figure in the sentence that speaks of them. A year is none. */
const figuresReturn = (text: string): boolean =>
  text
    .split(/[.!?;](?:\s|$)|\n/u)
    .some((sentence) => ofReturns.test(sentence) && figure.test(sentence.replaceAll(year, '')))

const finds = (patterns: readonly RegExp[], readings: readonly string[]): boolean =>
  readings.some((reading) => patterns.some((pattern) => pattern.test(reading)))

const readingsOf = (text: string): string[] => {
  const plain = readingOf(text)
  const together = drawnTogether(plain)
  return [plain, together, withLettersForDigits(plain), drawnTogether(withLettersForDigits(plain))]
}

const linkWords = 'Please leave out links and names of other services, and put a space after each full stop.'
const mailWords = 'Please leave out e-mail addresses and the sign @.'
const phoneWords = 'Please leave out phone numbers.'
const returnWords = 'Please leave out percentages, guarantees and any other promise of a return.'

/** Why a message to somebody cannot be sent; undefined where it can. */
export const problemOfMessage = (text: string): string | undefined => {
  const readings = readingsOf(text)
  if (finds(mails, readings.slice(0, 2))) return mailWords
  if (finds(links, readings)) return linkWords
  return finds(spelledMails, readings) ? mailWords : undefined
}

/** Why a text that stands for everybody to read cannot stand there; undefined where it can. */
export const problemForAll = (text: string): string | undefined => {
  const [plain = '', ...others] = readingsOf(text)
  const problem = problemOfMessage(text)
  if (problem) return problem
  if (finds(phones, [plain])) return phoneWords
  return finds(returns, [plain, ...others]) || figuresReturn(plain) ? returnWords : undefined
}

/** Lines may be broken; whatever is drawn as nothing or turns the direction of others is not there, but for what joins letters. */
export const seen = /^(?:[^\p{C}\p{Zl}\p{Zp}\u2800]|[\n\u200b-\u200d\u2060\u00ad])*$/u
export const unseenWords = 'Please use characters that can be seen.'
