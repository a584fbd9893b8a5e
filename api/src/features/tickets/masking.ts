import { isValidIBAN } from 'ibantools'
import { findCards } from './card-numbers.ts'

// What people write to us by mistake. It is masked before anything is kept, so that nobody here ever reads it.

const mask = '••••'

/** So near a number has to stand to a word for it to be meant by it. */
const near = 40

const codeWords =
  /\b(?:codes?|pins?|pincodes?|passcodes?|2fa|mfa|otps?|totp|authenticator|verification|two-factor|security number|geheimzahl)\b/i

type Rule = { found: RegExp; isSecret: (whole: string, before: string, after: string) => boolean }

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** An address or a hash on the chain, which everybody may know. */
const isOnChain = /^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i
const keyWords = /\b(?:private|secret|key|seed)\b[^\n]*$/i

const isLongSecret = (whole: string, before: string): boolean => {
  if (isUuid.test(whole) || isValidIBAN(whole)) return false
  if (isOnChain.test(whole)) return keyWords.test(before)
  if (/^[0-9a-f]{32,}$/i.test(whole)) return true
  // A long word of one kind of letter is a word.
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(whole)).length
  return kinds >= 2
}

/** After “the password is”: then it is told how it fares, and not what it is. */
const fares =
  /^(?:accepted|already|always|being|blocked|broken|correct|expired|fine|forgotten|gone|good|incorrect|invalid|known|locked|lost|missing|never|okay|only|refused|rejected|required|right|still|that|there|unknown|what|working|wrong)\P{L}*$/iu

/** A word after “password” is one where there are digits in it, other than those of a date. */
const isPassword = (word: string, before: string): boolean =>
  /\sis\s+$/i.test(before) ? !fares.test(word) : /\d/.test(word) && !/^\d{1,4}(?:[./:-]\d{1,4})+\P{L}*$/u.test(word)

const rules: readonly Rule[] = [
  {
    // A recovery phrase.
    found: /(?<![\p{L}])(?:[a-z]{3,8}[ ,\n]+){11,23}[a-z]{3,8}(?![\p{L}])/gu,
    isSecret: (_whole, before, after) => /seed|phrase|mnemonic|recovery|wallet/i.test(before + after),
  },
  {
    // A password behind a colon, which may have spaces in it: whatever stands in that line. Spaces are passed over first, since to
    // look back from each of many would take long.
    found: /(?=\S)(?<=\bpass(?:word|phrase)(?:\s+is)?\s*[:=]\s*)\S[^\n]*/gi,
    isSecret: (whole) => whole !== mask,
  },
  {
    // A password that is named as one. What follows a sentence about it is none.
    found: /(?=\S)(?<=\bpass(?:word|phrase)(?:\s+is)?\s+)[^\s•]{4,128}/gi,
    isSecret: (whole, before) => isPassword(whole, before),
  },
  {
    // A backup code: ten letters and digits in two groups.
    found: /(?<![\w-])[A-Za-z0-9]{5}[ -][A-Za-z0-9]{5}(?![\w-])/g,
    isSecret: (whole, before) =>
      whole.includes('-')
        ? whole === whole.toUpperCase() || /\d/.test(whole) || /backup/i.test(before)
        : /backup codes?[^\p{L}]*$/iu.test(before.replaceAll(/[A-Za-z0-9•]{4,5}[ -][A-Za-z0-9]{5}/g, '')) &&
          /\d/.test(whole),
  },
  {
    // The secret of an authenticator, in groups of four.
    found: /(?<![A-Z2-7])(?:[A-Z2-7]{4} ){3,15}[A-Z2-7]{4}(?![A-Z2-7])/g,
    isSecret: (whole) => /\d/.test(whole) || /^[A-Z ]+$/.test(whole),
  },
  { found: /(?<![\w+-])[A-Z2-7]{16,}(?![\w+-])/g, isSecret: (whole) => /[2-7]/.test(whole) && !isValidIBAN(whole) },
  { found: /(?<![\w+.@-])[\w+-]{24,}=*(?![\w@])/g, isSecret: isLongSecret },
  {
    // A code or PIN, where a word beside it says that it is one.
    found: /(?<![\w.,•-]|[T]-\d{4}-)\d{3}[ -]\d{3}(?![\w]|[.,]\d)/g,
    isSecret: (_whole, before, after) => codeWords.test(before) || codeWords.test(after),
  },
  {
    found: /(?<![\w.,•-]|[€$£])\d{4,8}(?![\w•-]|[.,]\d)/g,
    isSecret: (whole, before, after) =>
      whole.length === 6
        ? codeWords.test(before) || codeWords.test(after)
        : /\bpins?\b/i.test(before) || /^[^\n]{0,12}\bpins?\b/i.test(after),
  },
]

/** The same text without what nobody should know, and how much of it there was. */
export const maskSecrets = (text: string): { text: string; masked: number } => {
  const cards = findCards(text)
  let masked = cards.length
  let kept = cards.reduceRight((whole, { from, to }) => whole.slice(0, from) + mask + whole.slice(to), text)
  for (const { found, isSecret } of rules) {
    const whole = kept
    kept = whole.replaceAll(found, (...given) => {
      const [match] = given as [string]
      // The offset is the last number: the whole text comes after it.
      const offset = given.findLast((each) => typeof each === 'number') as number
      const before = whole.slice(Math.max(0, offset - near), offset)
      const after = whole.slice(offset + match.length, offset + match.length + near)
      if (!isSecret(match, before, after)) return match
      masked += 1
      return mask
    })
  }
  return { text: kept, masked }
}
