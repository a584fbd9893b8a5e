import { type Mailer, MailRefused } from '@ingot/providers/mail/mail'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../config.ts'
import { type MailContent, renderMail } from './template.ts'

/** Sends a mail in the house's clothes, and says whether it was taken. The id stays the same when it is tried again. */
export const createMailing = (config: Config, mailer: Mailer, log: Logger) => {
  const brand = {
    name: config.BRAND_NAME,
    accent: config.BRAND_ACCENT,
    legalLine: config.BRAND_LEGAL_LINE,
    origin: siteOf(config),
  }
  return async (id: string, to: string, content: MailContent): Promise<boolean> => {
    try {
      await mailer.send({ to, id, ...renderMail(content, brand) })
      return true
    } catch (error) {
      // Nobody there to read it: trying again would not help, and the address is not for the log.
      if (!(error instanceof MailRefused && error.permanent)) throw error
      log.warn({ err: error }, 'a mail was refused for good')
      return false
    }
  }
}
