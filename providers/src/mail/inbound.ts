/** A mail that came in, as far as anybody here needs to know of it. */
export type InboundMail = {
  /** The bare address that it says it is from, in lower case; null where it names none, or several. */
  from: string | null
  /** What tells it from others: its Message-ID, or the whole of it where it has none. */
  identity: string
  /** In plain words, whatever it was written in. */
  text: string
  /** Written by a program: an answer of somebody who is away, a list, a report, or one of ours that came back. */
  isAutomatic: boolean
  files: readonly { name: string; bytes: Uint8Array }[]
}

/**
 * What becomes of a mail: it is taken; or it goes nowhere, and who sent it is not told; or it is refused, and the server that hands it
 * over tells who sent it; or it cannot be taken now, and is to be handed over again.
 */
export type Verdict = 'taken' | 'dropped' | 'refused' | 'later'

/** Who takes mails that come in. */
export type MailReceiver = {
  /** Whether there is anybody at this address; a mail to nobody is not even read. */
  knows: (address: string) => Promise<boolean>
  take: (address: string, mail: InboundMail) => Promise<Verdict>
}

/** Where mails come in, for as long as it is open. */
export type MailInbox = { port: number; close: () => Promise<void> }
