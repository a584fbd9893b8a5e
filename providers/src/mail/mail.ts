export type Mail = {
  /** One bare address, without a name. */
  to: string
  subject: string
  html: string
  text: string
  /** Names the mail, not the try: a retry carries the same Message-ID, so that a second copy can be recognised. */
  id: string
  /** Where to get no more mails of its kind, for programs that have a button for it. */
  stop?: string
  /** Where an answer goes, if not to the sender: one bare address. */
  replyTo?: string
}

/** Whoever takes mails to people. A mail that was not taken rejects with MailRefused. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** The mail was not taken; permanent if it would be refused again. It never names the recipient, so that it can be logged. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}
