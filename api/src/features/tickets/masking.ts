import { isValidIBAN } from 'ibantools'

// What people write to us by mistake. It is masked before anything is kept, so that nobody here ever reads it.

const mask = '••••'

/** So near a number has to stand to a word for it to be meant by it. */
const near = 40

const codeWords =
  /\b(?:codes?|pins?|pincodes?|passcodes?|2fa|mfa|otps?|totp|authenticator|verification|two-factor|security number|geheimzahl)\b/i

const luhn = (digits: string): boolean => {
  let sum = 0
  for (const [place, sign] of [...digits].reverse().entries()) {
    const doubled = Number(sign) * (place % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

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

const rules: readonly Rule[] = [
  {
    // A card: thirteen to nineteen digits that add up, however they are grouped.
    found: /(?<![\d.,])\d(?:[ .-]?\d){12,18}(?![\d])/g,
    isSecret: (whole) => luhn(whole.replaceAll(/\D/g, '')),
  },
  {
    // A recovery phrase.
    found: /(?<![\p{L}])(?:[a-z]{3,8}[ ,\n]+){11,23}[a-z]{3,8}(?![\p{L}])/gu,
    isSecret: (_whole, before, after) => /seed|phrase|mnemonic|recovery|wallet/i.test(before + after),
  },
  {
    // A password that is named as one. What follows a sentence about it is none.
    found: /(?<=\bpass(?:word|phrase)(?:\s+is)?\s*[:=]\s*|\bmy password is\s+)[^\s]{4,128}/gi,
    isSecret: () => true,
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
  let masked = 0
  let kept = text
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
