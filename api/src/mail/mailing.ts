import { Hopeless } from '@ingot/db/jobs'
import { type Mailer, MailRefused } from '@ingot/providers/mail/mail'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../config.ts'
import { type MailContent, renderMail } from './template.ts'

type Ways = { stop?: string | undefined; replyTo?: string | undefined }

/** Sends a mail in the house's clothes. The id stays the same when it is tried again. What is refused for good is not tried again.
 * `stop` is where to get no more of the kind, `replyTo` where an answer goes. */
export const createMailing = (config: Config, mailer: Mailer) => {
  const brand = {
    name: config.BRAND_NAME,
    accent: config.BRAND_ACCENT,
    legalLine: config.BRAND_LEGAL_LINE,
    origin: siteOf(config),
  }
  return async (id: string, to: string, content: MailContent, { stop, replyTo }: Ways = {}): Promise<void> => {
    try {
      await mailer.send({ to, id, ...renderMail(content, brand), ...(stop && { stop }), ...(replyTo && { replyTo }) })
    } catch (error) {
      // Nobody there to read it: trying again would not help.
      throw error instanceof MailRefused && error.permanent ? new Hopeless(error.message) : error
    }
  }
}

/** Whether a mail was taken that anybody may ask for: one that was refused for good is noted in the log, and waits for nobody. */
export const isTaken = (sending: Promise<void>, log: Logger): Promise<boolean> =>
  sending.then(
    () => true,
    (error) => {
      if (!(error instanceof Hopeless)) throw error
      log.warn({ err: error }, 'a mail was refused for good')
      return false
    },
  )
