/** Stands for a letter that no font has. It is a sign of its own, never another letter. */
export const missingSign = '\u{fffd}'

/** What can be seen of a text, on one line. Marks that turn the direction around, hide or join letters would make a document say what it does not. */
export const legible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t-\r\u0085\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\u2007\u202f]/g, '\u00a0')
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
    .normalize('NFC')
