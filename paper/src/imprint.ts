/** What is on every page of a document besides its content. All of it is kept with the document, so that it can be told again. */
export type Imprint = {
  /** Such as AS-2026-000123. */
  number: string
  issuedAt: Date
  language: 'en'
  /** The customer's, in which days begin and end. */
  zone: string
  paper: 'A4' | 'Letter'
  brand: { name: string; accent: string; legalLine: string; company: string; supportEmail: string }
  /** Where a QR code leads: /verify with the number. */
  verifyUrl: string
}
